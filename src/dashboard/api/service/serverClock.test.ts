import { expect, test } from 'vitest'

import { createServerClock } from './serverClock.ts'

test('the clock is the own one until the service has answered', () => {
  const clock = createServerClock(() => 5_000)
  expect(clock.nowMs()).toBe(5_000)
  clock.update({ date: null, sentAtMs: 5_000, receivedAtMs: 5_010 })
  clock.update({ date: 'no date', sentAtMs: 5_000, receivedAtMs: 5_010 })
  expect(clock.skewMs()).toBe(0)
})

test('answers narrow the skew down to less than half a second', () => {
  const skewMs = 61_300
  const clock = createServerClock(() => 0)
  for (let sentAtMs = 1_000_000; sentAtMs < 1_004_000; sentAtMs += 270) {
    const date = new Date(sentAtMs + 5 + skewMs).toUTCString()
    clock.update({ date, sentAtMs, receivedAtMs: sentAtMs + 10 })
  }
  expect(Math.abs(clock.skewMs() - skewMs)).toBeLessThan(150)
})

test('a clock that was set is followed at once', () => {
  const clock = createServerClock(() => 0)
  function learn(atMs: number, skewMs: number): void {
    const date = new Date(atMs + skewMs).toUTCString()
    clock.update({ date, sentAtMs: atMs, receivedAtMs: atMs })
  }
  learn(1_000_000, 0)
  learn(1_000_500, 0)
  learn(1_001_000, -3_600_000)
  expect(Math.abs(clock.skewMs() + 3_600_000)).toBeLessThan(1_001)
})

test('a service that says it is next year moves the clock by two hours at most', () => {
  const clock = createServerClock(() => 1_000_000)
  const date = new Date(1_000_000 + 365 * 86_400_000).toUTCString()
  clock.update({ date, sentAtMs: 1_000_000, receivedAtMs: 1_000_000 })
  expect(clock.nowMs()).toBe(1_000_000 + 2 * 3_600_000)
  expect(clock.skewMs()).toBeGreaterThan(86_400_000)
})
