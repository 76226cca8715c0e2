import type { EndedTest } from './runEvent.ts'

const shownOutput = 4_000

/** Describes a failed test with its reason. */
export function describeFailure({ file, line, name, error = '' }: EndedTest): string {
  const place = line === undefined ? file : `${file}:${line}`
  return `FAILED  ${place}  ${name}\n${indent(error.slice(0, shownOutput))}`
}

function indent(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '    ')
}
