import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readCounts } from './stageCounts.ts'

function report(content: unknown) {
  const reportPath = join(mkdtempSync(join(tmpdir(), 'estuary-counts-')), 'report.json')
  writeFileSync(reportPath, JSON.stringify(content))
  return { reportPath, output: '' }
}

describe('readCounts', () => {
  test('counts a test file that did not load as a failure', () => {
    const from = report({
      numPassedTests: 5,
      numFailedTests: 1,
      numPendingTests: 2,
      testResults: [
        { status: 'passed', assertionResults: [{}] },
        { status: 'failed', assertionResults: [{}] },
        { status: 'failed', assertionResults: [] },
      ],
    })
    expect(readCounts('vitest', from)).toEqual({ passed: 5, failed: 2, skipped: 2 })
  })

  test('counts a flaky browser flow as a failure', () => {
    const from = report({ stats: { expected: 7, unexpected: 1, flaky: 1, skipped: 0 } })
    expect(readCounts('playwright', from)).toEqual({ passed: 7, failed: 2, skipped: 0 })
  })

  test('sums the suites that forge prints', () => {
    const output = [
      'Suite result: ok. 12 passed; 0 failed; 0 skipped; finished in 1.2s (3s CPU time)',
      'Suite result: FAILED. 3 passed; 2 failed; 1 skipped; finished in 0.1s (3s CPU time)',
    ].join('\n')
    expect(readCounts('forge', { reportPath: '', output })).toEqual({
      passed: 15,
      failed: 2,
      skipped: 1,
    })
  })

  test('gives nothing when the tool left no report', () => {
    const nowhere = { reportPath: join(tmpdir(), 'estuary-no-report.json'), output: 'crashed' }
    expect(readCounts('vitest', nowhere)).toBeUndefined()
    expect(readCounts('playwright', nowhere)).toBeUndefined()
    expect(readCounts('forge', nowhere)).toBeUndefined()
  })
})
