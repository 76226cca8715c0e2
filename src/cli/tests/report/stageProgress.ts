import type { EndedTest, TestEvent } from './runEvent.ts'

/** Progress and results of a stage. */
export type StageProgress = {
  /** Number of files to run; undefined until the tool announces it. */
  plannedFiles: number | undefined
  /** Start times of running files (`performance.now()`). */
  running: ReadonlyMap<string, number>
  /** Durations of finished files. */
  files: ReadonlyMap<string, number>
  tests: readonly EndedTest[]
  passed: number
  failed: number
  skipped: number
}

/** Collects the events of a tool. */
export type ProgressCollector = StageProgress & {
  add: (event: TestEvent) => void
  /** Resolves when every file has started; never if the tool does not announce their number. */
  allBegun: Promise<void>
}

/** Creates an empty progress. */
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

/** Describes a stage's progress and its longest running file in one line. */
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
