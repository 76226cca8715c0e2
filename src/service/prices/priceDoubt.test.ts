import { expect, test } from 'vitest'

import { getSpreadBps, getDoubtBps, type Reading } from './priceDoubt.ts'

const ether = 300_000_000_000n

function reading(part: Partial<Reading> = {}): Reading {
  return {
    answer: ether,
    ageSeconds: 0,
    maxAgeSeconds: 3_600,
    deviationBps: 50,
    driftBps: 50,
    ...part,
  }
}

test.each([
  [0, 0n],
  [36, 5n],
  [900, 25n],
  [3_600, 50n],
  [7_200, 50n],
])('a price of two sources, each %i seconds old, may be off by %i basis points', (age, bps) => {
  const aged = reading({ ageSeconds: age })
  expect(getDoubtBps(aged, aged)).toBe(bps)
})

test('the younger of two sources counts, whichever it is', () => {
  const [old, young] = [reading({ ageSeconds: 3_600 }), reading({ ageSeconds: 36 })]
  expect(getDoubtBps(old, young)).toBe(5n)
  expect(getDoubtBps(young, old)).toBe(5n)
})

test('a pegged price drifts less than its threshold, and alone may be off by all of it', () => {
  const pegged = reading({ ageSeconds: 3_600, driftBps: 5 })
  expect(getDoubtBps(pegged, pegged)).toBe(5n)
  expect(getDoubtBps(pegged, undefined)).toBe(50n)
})

test('a source alone may be off by its whole threshold, however young', () => {
  expect(getDoubtBps(reading(), undefined)).toBe(50n)
})

test('sources that differ leave as much in doubt, until they contradict each other', () => {
  const first = reading()
  expect(getDoubtBps(first, reading({ answer: (ether * 10_040n) / 10_000n }))).toBe(40n)
  expect(getDoubtBps(first, reading({ answer: (ether * 10_100n) / 10_000n }))).toBe(100n)
  expect(getDoubtBps(first, reading({ answer: (ether * 10_101n) / 10_000n }))).toBeUndefined()
  expect(getDoubtBps(first, reading({ answer: (ether * 9_890n) / 10_000n }))).toBeUndefined()
})

test('what lies between two prices is rounded up', () => {
  expect(getSpreadBps(10_000n, 10_000n)).toBe(0n)
  expect(getSpreadBps(10_000_001n, 10_000_000n)).toBe(1n)
  expect(getSpreadBps(100n, 110n)).toBe(1_000n)
})
