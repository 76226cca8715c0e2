import { beforeEach, expect, test } from 'vitest'

import { readUsualDuration, saveDuration } from './durations.ts'

beforeEach(() => localStorage.clear())

function save(durationsMs: readonly number[], kind: 'chains' | 'oneChain' = 'chains'): void {
  for (const [index, durationMs] of durationsMs.entries())
    saveDuration({ quoteId: `${kind}${index}`, kind, durationMs })
}

test('nothing is called usual before three of a kind were measured', () => {
  save([4000, 5000])
  save([900, 900, 900], 'oneChain')
  expect(readUsualDuration('chains')).toBeUndefined()
})

test('usual is the median of its kind, and slow is beyond the slowest and twice the usual', () => {
  save([3000, 4000, 5000, 60_000])
  save([900, 900, 900], 'oneChain')
  expect(readUsualDuration('chains')).toEqual({ usualMs: 5000, slowMs: 65_000, count: 4 })
  expect(readUsualDuration('oneChain')).toEqual({ usualMs: 900, slowMs: 6800, count: 3 })
})

test('an execution that is seen to end twice counts once', () => {
  for (let time = 0; time < 5; time += 1)
    saveDuration({ quoteId: 'one', kind: 'chains', durationMs: 1000 })
  expect(readUsualDuration('chains')).toBeUndefined()
})

test('only the latest twenty count', () => {
  save(Array.from({ length: 20 }, () => 50_000))
  for (let index = 0; index < 20; index += 1)
    saveDuration({ quoteId: `new${index}`, kind: 'chains', durationMs: 2000 })
  expect(readUsualDuration('chains')?.usualMs).toBe(2000)
})

test('what was not written by this app is not counted', () => {
  localStorage.setItem('estuary.durations', '[1,{"quoteId":"a","kind":"x","durationMs":1},"b"]')
  expect(readUsualDuration('chains')).toBeUndefined()
})
