/**
 * Runs `task` `count` times, one after the other, and gives the durations in milliseconds.
 * @param task - receives the number of the run, from 0.
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
 * Gives the value below which `share` (0 to 1) of the samples lie, by nearest rank; 0.5 is the
 * median.
 * @throws RangeError when there is no sample.
 */
export function computePercentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]
  if (value === undefined) throw new RangeError('A percentile needs at least one sample')
  return value
}

/**
 * Gives the median duration of each task in milliseconds. The tasks run in turn, in a new order each
 * time, so that all of them meet the same machine.
 *
 * @param options.warmUps - Rounds before the first that counts.
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
