import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import type { TestSequencer, TestSpecification } from 'vitest/node'

/**
 * Path prefixes of the files that run for half a minute or more, the longest first. If they started late,
 * the last would run alone.
 */
export const slowestFiles: readonly string[] = [
  'src/service/executions/worker/crash',
  'src/cli/start/brokenStart',
  'src/service/executions/worker/failReasons',
  'src/cli/tools/checks/interfaceTable',
  'src/cli/start/mirror.',
  'src/cli/examples/examples',
  'src/cli/start/calledOffStart',
  'src/service/executions/accept/attacks/stolenQuoteKeyOnSolana',
  'src/service/executions/worker/rollbacks',
  'src/cli/start/start.',
]

/**
 * Starts the longest test files first, then by size; or all in random order. Groups files by environment:
 * Vitest restarts a worker, with all its imports, when the environment changes.
 */
export class FileOrder implements TestSequencer {
  /** Sharding over machines is not supported. */
  async shard(): Promise<never> {
    throw new Error('One machine runs all the tests.')
  }

  async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seed = process.env['ESTUARY_SHUFFLE']
    return groupByEnvironment(
      seed === undefined ? sortLongestFirst(files) : shuffleFiles(files, seed),
    )
  }
}

/** Groups files by environment and keeps their order within each. */
export function groupByEnvironment<file extends { moduleId: string }>(
  files: readonly file[],
): file[] {
  const known = files.map((file) => ({ file, environment: readEnvironment(file.moduleId) }))
  const environments = [...new Set(known.map(({ environment }) => environment))]
  return environments.flatMap((one) =>
    known.filter(({ environment }) => environment === one).map(({ file }) => file),
  )
}

/** The environment named in a test file's first comment; Node without one. */
function readEnvironment(path: string): string {
  return /@vitest-environment (\S+)/.exec(readFileSync(path, 'utf8'))?.[1] ?? 'node'
}

/** Sorts files in the order in which they start. */
export function sortLongestFirst<file extends { moduleId: string }>(
  files: readonly file[],
): file[] {
  const known = files.map((file) => ({ file, ...getStanding(file.moduleId) }))
  known.sort((one, other) => one.place - other.place || other.size - one.size)
  return known.map(({ file }) => file)
}

/** Shuffles files; the order is the same for the same seed and files. */
export function shuffleFiles<file extends { moduleId: string }>(
  files: readonly file[],
  seed: string,
): file[] {
  const ranked = files.map((file) => ({ file, rank: hashRank(seed, file.moduleId) }))
  ranked.sort((one, other) => (one.rank < other.rank ? -1 : 1))
  return ranked.map(({ file }) => file)
}

function hashRank(seed: string, moduleId: string): string {
  return createHash('sha256').update(`${seed} ${moduleId}`).digest('hex')
}

function getStanding(path: string): { place: number; size: number } {
  const place = slowestFiles.findIndex((start) => path.includes(`/${start}`))
  return { place: place < 0 ? slowestFiles.length : place, size: statSync(path).size }
}
