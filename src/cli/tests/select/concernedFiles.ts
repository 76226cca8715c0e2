import { execFileSync } from 'node:child_process'

import { type ImportGraph, readImportGraph } from './importGraph.ts'
import { flowsOfPages } from './flowsOfPages.ts'

/** Files of a change and the tests it affects. */
export type Concerned = {
  /** Changed and untracked files. */
  changed: readonly string[]
  /** Test files, relative to the project's folder; `all` if tools changed. */
  tests: readonly string[] | 'all'
}

/** Build and test configuration: a change affects every test. */
const foundations =
  /^(package(-lock)?\.json|tsconfig\.json|vite\.config\.ts|index\.html|public\/|\.[^/]+$|e2e\/(playwright\.config|product|browser|globalSetup|flow|service)\.ts)/
const testFile = /\.test\.tsx?$|\.spec\.ts$|\.t\.sol$/
const page = /^src\/dashboard\/pages\/([^/]+)\//
const dashboard = /^src\/dashboard\//

/**
 * Finds changes since a revision and the tests they affect: by the import graph, and flows by the pages
 * they open.
 *
 * @throws Error when the revision does not exist.
 */
export function findConcerned(root: string, revision: string): Concerned {
  const changed = changedFiles(root, revision)
  return { changed, tests: findConcernedTests(changed, readImportGraph(root)) }
}

/** Finds the tests that a change of these files affects. */
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
 * Finds the flows of the pages that a change reaches. Product code outside of pages reaches all of them.
 */
function findConcernedFlows(changed: readonly string[], graph: ImportGraph): ReadonlySet<string> {
  const product = changed.filter((file) => file.startsWith('src/') && !isForTests(file, graph))
  const behind = product.filter((file) => !dashboard.test(file))
  if (behind.length > 0) return new Set(Object.values(flowsOfPages).flat())
  const pages = [...graph.dependents(product)].flatMap((file) => page.exec(file)?.[1] ?? [])
  return new Set([...new Set(pages)].flatMap((name) => flowsOfPages[name] ?? []))
}

/** Whether only tests, checks and documents use a file. */
function isForTests(file: string, graph: ImportGraph): boolean {
  const programs =
    /^src\/(cli\/(start\/product|serve\/serve)|service\/main|dashboard\/app\/main)\.tsx?$/
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
