import { expect, test } from 'vitest'
import { measureMedians, computePercentile, measureTimes } from './benchSample.ts'

test('percentiles are by nearest rank, whatever the order of the samples', () => {
  const samples = [5, 1, 4, 2, 3]
  expect(computePercentile(samples, 0.5)).toBe(3)
  expect(computePercentile(samples, 0.99)).toBe(5)
  expect(computePercentile(samples, 0)).toBe(1)
})

test('a percentile without samples throws', () => {
  expect(() => computePercentile([], 0.5)).toThrow(RangeError)
})

test('times each run and passes its index', async () => {
  const runs: number[] = []
  const times = await measureTimes(3, async (run) => runs.push(run))
  expect(runs).toEqual([0, 1, 2])
  expect(times).toHaveLength(3)
})

test('all tasks run equally often, warm-ups included', async () => {
  const runs = [0, 0]
  const medians = await measureMedians(
    runs.map((_, index) => async () => void (runs[index] = (runs[index] ?? 0) + 1)),
    { warmUps: 2, runs: 5 },
  )
  expect(runs).toEqual([7, 7])
  expect(medians).toHaveLength(2)
})
