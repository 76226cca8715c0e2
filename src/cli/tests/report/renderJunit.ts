import type { StageProgress } from './stageProgress.ts'
import type { EndedTest } from './runEvent.ts'

/** The tests of a stage and its name in the report. */
export type ReportedStage = { name: string; tests: StageProgress['tests'] }

/** Renders a JUnit report for build servers, with a suite for each file. */
export function renderJunit(stages: readonly ReportedStage[]): string {
  const suites = stages.flatMap(({ name, tests }) =>
    [...new Set(tests.map(({ file }) => file))].map((file) =>
      renderSuite(
        `${name}: ${file}`,
        tests.filter((test) => test.file === file),
      ),
    ),
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join('')}</testsuites>\n`
}

function renderSuite(name: string, tests: readonly EndedTest[]): string {
  const counts = {
    tests: tests.length,
    failures: tests.filter(({ outcome }) => outcome === 'failed').length,
    skipped: tests.filter(({ outcome }) => outcome === 'skipped').length,
    time: toSeconds(tests.reduce((sum, { ms }) => sum + ms, 0)),
  }
  const attributes = Object.entries(counts).map(([key, value]) => ` ${key}="${value}"`)
  return `  <testsuite name="${escape(name)}"${attributes.join('')}>\n${tests.map(renderCase).join('')}  </testsuite>\n`
}

function renderCase({ file, name, ms, outcome, error = '' }: EndedTest): string {
  const head = `    <testcase classname="${escape(file)}" name="${escape(name)}" time="${toSeconds(ms)}"`
  switch (outcome) {
    case 'passed':
      return `${head}/>\n`
    case 'skipped':
      return `${head}><skipped/></testcase>\n`
    case 'failed': {
      const message = error.split('\n')[0] ?? ''
      return `${head}><failure message="${escape(message)}">${escape(error)}</failure></testcase>\n`
    }
  }
}

function toSeconds(ms: number): string {
  return (ms / 1000).toFixed(3)
}

/** XML 1.0 allows most control characters neither raw nor escaped. */
function escape(text: string): string {
  return (
    text
      // oxlint-disable-next-line no-control-regex -- control characters are what it looks for.
      .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F]/g, '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
  )
}
