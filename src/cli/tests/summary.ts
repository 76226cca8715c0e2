import type { StageRun } from './runStage.ts'
import { describeFailure } from './report/describeFailure.ts'
import type { EndedTest } from './report/runEvent.ts'

/** A finished stage. */
export type EndedStage = Pick<StageRun, 'stage' | 'progress' | 'output'> & { seconds: number }

const shownFiles = 10

/** Describes a stage's result and the notes of its tools. */
export function describeStage({ stage, progress, output, seconds }: EndedStage): string {
  const { passed, failed, skipped } = progress
  const notRun = skipped > 0 ? `, ${skipped} skipped` : ''
  const notes = output()
    .split('\n')
    .filter((line) => /^(Browser|Note): /.test(line))
  return [
    ...notes,
    `${stage.title}: ${passed} passed, ${failed} failed${notRun} in ${seconds.toFixed(1)} s`,
  ].join('\n')
}

/** Lists the slowest files of all stages. */
export function describeSlowest(ended: readonly EndedStage[]): string {
  const files = ended.flatMap(({ progress }) => [...progress.files])
  const slowest = files.toSorted(([, one], [, other]) => other - one).slice(0, shownFiles)
  if (slowest.length === 0) return ''
  const lines = slowest.map(([file, ms]) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`)
  return ['The slowest files:', ...lines].join('\n')
}

/** Lists a stage's failed tests with reasons, and the command that runs them again. */
export function describeFailures(ended: EndedStage): string {
  const failed = ended.progress.tests.filter(({ outcome }) => outcome === 'failed')
  if (failed.length === 0) return ''
  return [
    ...failed.map(describeFailure),
    `To run just these again: ${buildRepeatCommand(ended.stage, failed)}`,
  ].join('\n\n')
}

/** The command that runs these tests of a stage. */
export function buildRepeatCommand(
  stage: Pick<StageRun['stage'], 'name' | 'tests'>,
  failed: readonly Pick<EndedTest, 'file' | 'name' | 'line'>[],
): string {
  const command = `npm test -- ${stage.name}`
  const files = [...new Set(failed.map(({ file }) => file))].filter((file) => file !== stage.name)
  const names = failed.map(({ name }) => name)
  const areTests = names.every(
    (name) => !/^(the file itself|the stage itself|an error outside)/.test(name),
  )
  if (files.length === 0 || !stage.tests) return command
  const where = `${command} ${files.join(' ')}`
  if (!areTests) return where
  const flat = names.map((name) => escapeRegex(name.replaceAll(' > ', ' ')))
  switch (stage.tests.tool) {
    case 'vitest':
      return `${where} -t ${quoteShell(`^(${flat.join('|')})$`)}`
    case 'playwright':
      return `${where} --grep ${quoteShell(`(${flat.join('|')})$`)}`
    case 'forge':
      return `${where} --match-test ${quoteShell(`^(${names.map((name) => name.replace(/\(.*/, '')).join('|')})$`)}`
  }
}

function escapeRegex(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
}

/** Quotes an argument for a POSIX shell. */
function quoteShell(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
