import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import type { TestSequencer, TestSpecification } from 'vitest/node'

/**
 * How the paths of the files begin that run for half a minute and more, the longest first. Begun
 * late, the last of them would run on alone.
 */
export const slowestFiles: readonly string[] = [
  'src/service/executions/worker/crash',
  'src/service/executions/worker/failReasons',
  'src/service/executions/jobs/stuckExecutionMonitor',
  'src/cli/tools/checks/interfaceTable',
  'src/service/executions/worker/rollbacks',
  'src/cli/start/brokenStart',
  'src/cli/start/mirror.',
  'src/cli/start/start.',
  'src/cli/start/calledOffStart',
  'src/service/executions/transactions/lostSolana',
]

/**
 * Begins the longest test files first, then the larger before the smaller; or all in random order. Files
 * of one environment follow each other: Vitest ends a worker, with all that it has imported, where the
 * next file asks for another one.
 */
export class FileOrder implements TestSequencer {
  /** Only several machines would share one run. */
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

/** The same order within each environment, and one environment after the other. */
export function groupByEnvironment<file extends { moduleId: string }>(
  files: readonly file[],
): file[] {
  const known = files.map((file) => ({ file, environment: readEnvironment(file.moduleId) }))
  const environments = [...new Set(known.map(({ environment }) => environment))]
  return environments.flatMap((one) =>
    known.filter(({ environment }) => environment === one).map(({ file }) => file),
  )
}

/** What the comment at the head of a test file asks for; Node without one. */
function readEnvironment(path: string): string {
  return /@vitest-environment (\S+)/.exec(readFileSync(path, 'utf8'))?.[1] ?? 'node'
}

/** The files in the order in which they are begun. */
export function sortLongestFirst<file extends { moduleId: string }>(
  files: readonly file[],
): file[] {
  const known = files.map((file) => ({ file, ...getStanding(file.moduleId) }))
  known.sort((one, other) => one.place - other.place || other.size - one.size)
  return known.map(({ file }) => file)
}

/** The files in an order that a seed decides: the same for the same seed and files. */
export function shuffleFiles<file extends { moduleId: string }>(
  files: readonly file[],
  seed: string,
): file[] {
  const drawn = files.map((file) => ({ file, draw: hashDraw(seed, file.moduleId) }))
  drawn.sort((one, other) => (one.draw < other.draw ? -1 : 1))
  return drawn.map(({ file }) => file)
}

function hashDraw(seed: string, moduleId: string): string {
  return createHash('sha256').update(`${seed} ${moduleId}`).digest('hex')
}

function getStanding(path: string): { place: number; size: number } {
  const place = slowestFiles.findIndex((start) => path.includes(`/${start}`))
  return { place: place < 0 ? slowestFiles.length : place, size: statSync(path).size }
}
