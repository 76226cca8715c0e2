import { expect, test } from 'vitest'

import { createRateLimit } from './rateLimit.ts'

test('lets a caller make its limit in a second, and again in the next', () => {
  let clock = 0
  const rate = createRateLimit(() => clock)
  expect(rate.take('a', 2)).toEqual({
    limit: 2,
    remaining: 1,
    resetSeconds: 1,
    isExceeded: false,
  })
  expect(rate.take('a', 2)).toMatchObject({ remaining: 0, isExceeded: false })
  expect(rate.take('a', 2)).toMatchObject({ remaining: 0, isExceeded: true })
  clock = 1000
  expect(rate.take('a', 2).isExceeded).toBe(false)
})

test('counts each caller alone', () => {
  const rate = createRateLimit(() => 0)
  rate.take('a', 1)
  expect(rate.take('b', 1).isExceeded).toBe(false)
})

test('counts what costs more for more, and lets in who has a unit left', () => {
  let clock = 0
  const rate = createRateLimit(() => clock)
  expect(rate.take('a', 12, 5)).toMatchObject({ remaining: 7, isExceeded: false })
  expect(rate.take('a', 12, 5)).toMatchObject({ remaining: 2, isExceeded: false })
  expect(rate.take('a', 12, 5)).toMatchObject({ remaining: 0, isExceeded: false })
  expect(rate.take('a', 12)).toMatchObject({ remaining: 0, isExceeded: true })
  clock = 1000
  expect(rate.take('a', 1, 5)).toMatchObject({ remaining: 0, isExceeded: false })
})
