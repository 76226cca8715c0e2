import path from 'node:path'
import { expect, test } from 'vitest'

import { findConcernedTests } from './concernedFiles.ts'
import { flowsOfPages } from './flowsOfPages.ts'
import { readImportGraph } from './importGraph.ts'

const graph = readImportGraph(path.join(import.meta.dirname, '../../../..'))

function concerned(...changed: string[]): readonly string[] {
  const tests = findConcernedTests(changed, graph)
  if (tests === 'all') throw new Error('All tests are affected.')
  return tests
}

test('every flow belongs to a page, and every listed flow and page exists', () => {
  const flows = graph.files.filter((file) => file.endsWith('.spec.ts'))
  expect(new Set(Object.values(flowsOfPages).flat())).toEqual(new Set(flows))
  const pages = graph.files.flatMap(
    (file) => /^src\/dashboard\/pages\/([^/]+)\/\w+Page\.tsx$/.exec(file)?.[1] ?? [],
  )
  // Parts of several pages have flows of their own; other shared parts run those of the pages.
  expect(new Set(Object.keys(flowsOfPages))).toEqual(
    new Set([...pages, 'quoting', 'signing', 'app']),
  )
})

test('a changed page affects the tests that import it and its own flows', () => {
  const tests = concerned('src/dashboard/pages/history/HistoryPage.tsx')
  expect(tests).toContain('src/dashboard/pages/history/HistoryPage.test.tsx')
  expect(tests.filter((file) => file.startsWith('e2e/'))).toEqual(flowsOfPages['history'])
  expect(tests.filter((file) => file.startsWith('src/service/'))).toEqual([])
})

test('a changed Solidity contract affects the contract tests', () => {
  const tests = concerned('src/contracts/evm/OriginEscrow.sol')
  expect(tests).toContain('src/contracts/test/EscrowDeposit.t.sol')
})

test('a changed test affects only itself, a changed helper all tests that use it', () => {
  // Joined at run time, because a quoted path counts as an import.
  const file = ['src', 'protocol', 'ids', 'caip.test.ts'].join('/')
  expect(concerned(file)).toEqual([file])
  expect(concerned('src/testing/contracts/order.ts')).toContain(
    'src/contracts/solana/openOrder.test.ts',
  )
})

test('follows files that are run by path', () => {
  expect(concerned('src/testing/crash/workerProcess.ts')).toContain(
    'src/service/executions/worker/crash.integration.test.ts',
  )
})

test('a changed service affects every flow', () => {
  const tests = concerned('src/service/quotes/quotes.ts')
  const flows = tests.filter((file) => file.startsWith('e2e/'))
  expect(flows.length).toBe(graph.files.filter((file) => file.endsWith('.spec.ts')).length)
})

test('a changed build configuration affects all tests', () => {
  expect(findConcernedTests(['package.json'], graph)).toBe('all')
})
