import { execFileSync } from 'node:child_process'

import { type ImportGraph, readImportGraph } from './importGraph.ts'
import { flowsOfPages } from './flowsOfPages.ts'

/** What a change concerns. */
export type Concerned = {
  /** Files that differ, with those that git does not know yet. */
  changed: readonly string[]
  /** Files of tests, from the project's folder; `all` where the change is of the tools themselves. */
  tests: readonly string[] | 'all'
}

/** What decides how everything is built and run: a change here concerns every test. */
const foundations =
  /^(package(-lock)?\.json|tsconfig\.json|vite\.config\.ts|index\.html|public\/|\.[^/]+$|e2e\/(playwright\.config|product|browser|globalSetup|flow|service)\.ts)/
const testFile = /\.test\.tsx?$|\.spec\.ts$|\.t\.sol$/
const page = /^src\/dashboard\/pages\/([^/]+)\//
const dashboard = /^src\/dashboard\//

/**
 * Finds what differs from a revision, and the tests that it concerns: by the import graph, and flows by
 * the pages that they open.
 *
 * @throws Error when git knows no such revision.
 */
export function findConcerned(root: string, revision: string): Concerned {
  const changed = changedFiles(root, revision)
  return { changed, tests: findConcernedTests(changed, readImportGraph(root)) }
}

/** The tests that a change of these files concerns. */
export function findConcernedTests(
  changed: readonly string[],
  graph: ImportGraph,
): readonly string[] | 'all' {
  if (changed.some((file) => foundations.test(file))) return 'all'
  const reached = graph.dependents(changed)
  const flows = findConcernedFlows(changed, graph)
  const tests = graph.files.filter((file) => testFile.test(file))
  const solidity = changed.some((file) => /^src\/contracts\/.*\.(sol|cjs|toml)$/.test(file))
  return tests.filter(
    (file) => reached.has(file) || flows.has(file) || (solidity && file.endsWith('.t.sol')),
  )
}

/**
 * Flows of the pages that the change reaches. Whatever else the product is made of is behind every
 * page.
 */
function findConcernedFlows(changed: readonly string[], graph: ImportGraph): ReadonlySet<string> {
  const product = changed.filter((file) => file.startsWith('src/') && !isForTests(file, graph))
  const behind = product.filter((file) => !dashboard.test(file))
  if (behind.length > 0) return new Set(Object.values(flowsOfPages).flat())
  const pages = [...graph.dependents(product)].flatMap((file) => page.exec(file)?.[1] ?? [])
  return new Set([...new Set(pages)].flatMap((name) => flowsOfPages[name] ?? []))
}

/** Whether nothing but tests, checks and documents takes a file. */
function isForTests(file: string, graph: ImportGraph): boolean {
  const programs = /^src\/(cli\/(start|product|serve)|service\/main|dashboard\/app\/main)\.tsx?$/
  return ![...graph.dependents([file])].some((one) => programs.test(one))
}

function changedFiles(root: string, revision: string): readonly string[] {
  const differs = git(root, ['diff', '--name-only', '--no-renames', '-z', revision, '--'])
  const unknown = git(root, ['ls-files', '--others', '--exclude-standard', '-z'])
  return [...new Set([...differs, ...unknown])].toSorted()
}

function git(root: string, args: readonly string[]): readonly string[] {
  const printed = execFileSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return printed.split('\0').filter((name) => name !== '')
}
