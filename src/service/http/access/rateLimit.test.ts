import { expect, test } from 'vitest'

import { createRateLimit, type ShareCounts } from './rateLimit.ts'

test('lets a caller make its limit in a second, and again in the next', () => {
  let clock = 0
  const rate = createRateLimit({ now: () => clock })
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
  const rate = createRateLimit({ now: () => 0 })
  rate.take('a', 1)
  expect(rate.take('b', 1).isExceeded).toBe(false)
})

test('counts what costs more for more, and lets in who has a unit left', () => {
  let clock = 0
  const rate = createRateLimit({ now: () => clock })
  expect(rate.take('a', 12, 5)).toMatchObject({ remaining: 7, isExceeded: false })
  expect(rate.take('a', 12, 5)).toMatchObject({ remaining: 2, isExceeded: false })
  expect(rate.take('a', 12, 5)).toMatchObject({ remaining: 0, isExceeded: false })
  expect(rate.take('a', 12)).toMatchObject({ remaining: 0, isExceeded: true })
  clock = 1000
  expect(rate.take('a', 1, 5)).toMatchObject({ remaining: 0, isExceeded: false })
})

/** Shared counts of several processes, with their own clock. */
function createSharedCounts(clock: { ms: number }): { share: ShareCounts; asked: () => number } {
  let second = Number.NaN
  let counts = new Map<string, number>()
  let asked = 0
  return {
    asked: () => asked,
    async share(taken) {
      asked += 1
      const now = Math.floor(clock.ms / 1000)
      if (now !== second) counts = new Map()
      second = now
      for (const { caller, units } of taken) counts.set(caller, (counts.get(caller) ?? 0) + units)
      const totals = taken.map(({ caller }) => ({ caller, units: counts.get(caller) ?? 0 }))
      return { atMs: clock.ms, totals }
    },
  }
}

test('processes that share their counts let a caller make one limit together', async () => {
  const clock = { ms: 5_000 }
  const shared = createSharedCounts(clock)
  const [a, b] = [1, 2].map(() => createRateLimit({ now: () => clock.ms, share: shared.share }))
  if (!a || !b) throw new Error('There are two.')
  for (let count = 0; count < 16; count++) a.take('x', 20)
  await a.shareNow()
  for (let count = 0; count < 3; count++) b.take('x', 20)
  await b.shareNow()
  expect(b.take('x', 20)).toMatchObject({ remaining: 0, isExceeded: false })
  expect(b.take('x', 20).isExceeded).toBe(true)
  // Requests to another process are unknown here until the caller sends one here too.
  expect(b.take('y', 20)).toMatchObject({ remaining: 19 })
  clock.ms = 6_000
  expect(a.take('x', 20)).toMatchObject({ remaining: 19 })
})

test('a process whose clock is off counts by the one of all', async () => {
  const clock = { ms: 9_500 }
  const shared = createSharedCounts(clock)
  const off = createRateLimit({ now: () => clock.ms + 700, share: shared.share })
  const right = createRateLimit({ now: () => clock.ms, share: shared.share })
  off.take('x', 8)
  await off.shareNow()
  clock.ms = 10_000
  for (let count = 0; count < 5; count++) right.take('x', 8)
  await right.shareNow()
  off.take('x', 8, 2)
  await off.shareNow()
  expect(off.take('x', 8)).toMatchObject({ remaining: 0, isExceeded: false })
})

test('who is far from a limit costs no question, and without an answer each counts alone', async () => {
  const clock = { ms: 1_000 }
  const shared = createSharedCounts(clock)
  const rate = createRateLimit({ now: () => clock.ms, share: shared.share })
  for (let count = 0; count < 12; count++) rate.take(`caller ${count}`, 100, 12)
  await rate.shareNow()
  expect(shared.asked()).toBe(0)
  const alone = createRateLimit({ now: () => 0, share: () => Promise.reject(new Error('down')) })
  expect(alone.take('x', 1).isExceeded).toBe(false)
  await expect(alone.shareNow()).rejects.toThrow('down')
  expect(alone.take('x', 1).isExceeded).toBe(true)
})
