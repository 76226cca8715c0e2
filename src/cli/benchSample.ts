/**
 * Runs `task` `count` times, one after the other, and gives the durations in milliseconds.
 * @param task - receives the number of the run, from 0.
 */
export async function timesOf(
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
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]
  if (value === undefined) throw new RangeError('A percentile needs at least one sample')
  return value
}
