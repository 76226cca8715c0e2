import { expect, test } from 'vitest'

import { maxReleasePrice, getReleasePriceLimit } from './payout.ts'
import { priorityPrices } from '../rpc/readPriorityPrice.ts'

test('a release in no hurry offers no more than anything else', () => {
  expect([900n, 540n].map(getReleasePriceLimit)).toEqual([priorityPrices.max, priorityPrices.max])
})

test.each([
  [539n, 4n],
  [480n, 4n],
  [479n, 16n],
  [420n, 16n],
  [299n, 1_024n],
  [0n, 1_024n],
  [-1_000n, 1_024n],
])('with %i seconds left it may offer %i times as much', (left, times) => {
  expect(getReleasePriceLimit(left)).toBe(priorityPrices.max * times)
})

test('holding a release up for the last five minutes costs hundreds of SOL', () => {
  // A block allows 12 million compute units of writes to one account; 2.5 blocks per second.
  const lamports = (12_000_000n * getReleasePriceLimit(299n)) / 1_000_000n
  expect((lamports * 300n * 5n) / 2n / 1_000_000_000n).toBeGreaterThan(500n)
  expect(getReleasePriceLimit(0n)).toBe(maxReleasePrice)
})
