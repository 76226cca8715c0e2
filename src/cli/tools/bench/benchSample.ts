/** One line of `npm run bench`: a measurement, its baseline (`floor`) and its limit (`bar`). */
export type BenchRow = {
  what: string
  measured: number
  /** Baseline of the same run; absent for absolute goals. */
  floor?: { what: string; value: number }
  /** Maximum, in the unit of `measured`; absent for rows without a goal. */
  bar?: number
  unit: 'ms' | 'kB' | 'MB' | 'requests'
}

/**
 * Runs `task` `count` times in sequence. @returns The durations, milliseconds.
 * @param task - Receives the index of the run.
 */
export async function measureTimes(
  count: number,
  task: (run: number) => Promise<unknown>,
): Promise<number[]> {
  const durationsMs: number[] = []
  for (let run = 0; run < count; run += 1) {
    const startedAt = performance.now()
    await task(run)
    durationsMs.push(performance.now() - startedAt)
  }
  return durationsMs
}

/**
 * Returns a percentile of the samples by nearest rank.
 * @param share - 0 to 1; 0.5 is the median.
 * @throws RangeError without samples.
 */
export function computePercentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]
  if (value === undefined) throw new RangeError('A percentile needs at least one sample')
  return value
}

/**
 * Returns the median duration of each task, milliseconds. Every round runs all tasks in a new random
 * order, so that load on the machine affects them alike.
 *
 * @param options.warmUps - Number of rounds before the first that counts.
 */
export async function measureMedians(
  tasks: readonly (() => Promise<unknown>)[],
  { warmUps, runs }: { warmUps: number; runs: number },
): Promise<number[]> {
  const times = tasks.map((): number[] => [])
  for (let run = -warmUps; run < runs; run += 1)
    for (const index of shuffle(tasks.length)) {
      const [time = 0] = await measureTimes(1, async () => tasks[index]?.())
      if (run >= 0) times[index]?.push(time)
    }
  return times.map((samples) => computePercentile(samples, 0.5))
}

function shuffle(length: number): number[] {
  return Array.from({ length }, (_, index) => ({ index, rank: Math.random() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ index }) => index)
}
