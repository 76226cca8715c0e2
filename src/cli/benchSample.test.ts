import { expect, test } from 'vitest'
import { percentile, timesOf } from './benchSample.ts'

test('percentiles are by nearest rank, whatever the order of the samples', () => {
  const samples = [5, 1, 4, 2, 3]
  expect(percentile(samples, 0.5)).toBe(3)
  expect(percentile(samples, 0.99)).toBe(5)
  expect(percentile(samples, 0)).toBe(1)
})

test('a percentile of nothing is refused', () => {
  expect(() => percentile([], 0.5)).toThrow(RangeError)
})

test('each run is timed and knows its number', async () => {
  const runs: number[] = []
  const times = await timesOf(3, async (run) => runs.push(run))
  expect(runs).toEqual([0, 1, 2])
  expect(times).toHaveLength(3)
})
