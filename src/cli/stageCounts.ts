import { existsSync, readFileSync } from 'node:fs'

/** How many tests ran to which end. */
export type TestCounts = { passed: number; failed: number; skipped: number }

/** Which tool wrote the report that counts are read from. */
export type ReportKind = 'vitest' | 'playwright' | 'forge'

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
}

/**
 * Gives the counts of a stage's report; undefined when the tool died before it could write one.
 * A test that passed only when tried again counts as failed, a file that did not load as one failure.
 */
export function readCounts(kind: ReportKind, from: ReportSource): TestCounts | undefined {
  switch (kind) {
    case 'vitest':
      return existsSync(from.reportPath) ? countVitest(from.reportPath) : undefined
    case 'playwright':
      return existsSync(from.reportPath) ? countPlaywright(from.reportPath) : undefined
    case 'forge':
      return countForge(from.output)
  }
}

type ReportSource = { reportPath: string; output: string }

function countVitest(path: string): TestCounts {
  const report: VitestReport = JSON.parse(readFileSync(path, 'utf8'))
  const notLoaded = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + notLoaded.length,
    skipped: report.numPendingTests,
  }
}

function countPlaywright(path: string): TestCounts {
  const { stats }: PlaywrightReport = JSON.parse(readFileSync(path, 'utf8'))
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
  }
}

function countForge(output: string): TestCounts | undefined {
  const suites = [...output.matchAll(/(\d+) passed; (\d+) failed; (\d+) skipped; finished/g)]
  if (suites.length === 0) return undefined
  return { passed: sumOf(suites, 1), failed: sumOf(suites, 2), skipped: sumOf(suites, 3) }
}

function sumOf(matches: RegExpExecArray[], group: number): number {
  return matches.reduce((total, match) => total + Number(match[group]), 0)
}
