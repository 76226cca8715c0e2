import type { EndedTest, TestEvent } from './runEvent.ts'

/** What is known of a stage while it runs and once it has ended. */
export type StageProgress = {
  /** Files that its tool said it would run; undefined before it said so. */
  plannedFiles: number | undefined
  /** Files that run, by when they began (`performance.now()`). */
  running: ReadonlyMap<string, number>
  /** Files that have ended, with how long each took. */
  files: ReadonlyMap<string, number>
  tests: readonly EndedTest[]
  passed: number
  failed: number
  skipped: number
}

/** Collects what a tool tells of its tests. */
export type ProgressCollector = StageProgress & {
  add: (event: TestEvent) => void
  /** Resolves when no file waits to be begun any more; never where the tool does not say how many. */
  allBegun: Promise<void>
}

/** Starts with nothing known. */
export function createProgress(): ProgressCollector {
  const running = new Map<string, number>()
  const files = new Map<string, number>()
  const tests: EndedTest[] = []
  const waiting: { tellAllBegun?: () => void } = {}
  const allBegun = new Promise<void>((resolve) => {
    waiting.tellAllBegun = resolve
  })
  const progress: ProgressCollector = {
    allBegun,
    plannedFiles: undefined,
    running,
    files,
    tests,
    passed: 0,
    failed: 0,
    skipped: 0,
    add(event) {
      switch (event.kind) {
        case 'planned':
          progress.plannedFiles = event.files
          break
        case 'file started':
          running.set(event.file, performance.now())
          break
        case 'test ended': {
          const { kind: _, ...test } = event
          tests.push(test)
          progress[test.outcome] += 1
          break
        }
        case 'file ended':
          running.delete(event.file)
          files.set(event.file, event.ms)
          break
      }
      if (files.size + running.size >= (progress.plannedFiles ?? Infinity)) waiting.tellAllBegun?.()
    },
  }
  return progress
}

/** Says in one line how far a stage is, and what has been running longest. */
export function describeProgress(
  { plannedFiles, files, running, passed, failed, skipped }: StageProgress,
  seconds: number,
): string {
  const parts = [
    ...(plannedFiles === undefined ? [] : [`${files.size} of ${plannedFiles} files`]),
    ...(plannedFiles === undefined && passed + failed === 0 ? [] : [`${passed} passed`]),
    ...(failed > 0 ? [`${failed} FAILED`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    `${seconds.toFixed(0)} s`,
  ]
  const [slowest] = [...running].toSorted(([, one], [, other]) => one - other)
  if (slowest === undefined) return parts.join(', ')
  const [file, sinceMs] = slowest
  return `${parts.join(', ')}; longest now ${file} (${((performance.now() - sinceMs) / 1000).toFixed(0)} s)`
}
