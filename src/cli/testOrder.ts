import { statSync } from 'node:fs'
import type { TestSequencer, TestSpecification } from 'vitest/node'

/**
 * How the paths of the files begin that run for a minute and more, the longest first. Begun late,
 * the last of them would run on alone.
 */
export const longest: readonly string[] = [
  'src/service/executions/crash',
  'src/service/executions/failReasons',
  'src/service/executions/stuckWatch',
  'src/cli/interfaceTable',
  'src/service/executions/rollbacks',
  'src/cli/brokenStart',
]

/** Begins the longest test files first, then the larger before the smaller. */
export class LongestFirst implements TestSequencer {
  /** Only several machines would share one run. */
  async shard(): Promise<never> {
    throw new Error('One machine runs all the tests.')
  }

  async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return longestFirst(files)
  }
}

/** The files in the order in which they are begun. */
export function longestFirst<file extends { moduleId: string }>(files: readonly file[]): file[] {
  const known = files.map((file) => ({ file, ...standingOf(file.moduleId) }))
  known.sort((one, other) => one.place - other.place || other.size - one.size)
  return known.map(({ file }) => file)
}

function standingOf(path: string): { place: number; size: number } {
  const place = longest.findIndex((start) => path.includes(`/${start}`))
  return { place: place < 0 ? longest.length : place, size: statSync(path).size }
}
