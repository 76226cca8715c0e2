import { expect, test } from 'vitest'

import { isWorseOffer } from './useReviewedQuote.ts'

const chain = { chain: 'eip155:1', name: 'Firth', code: 'FI', slot: 1 } as const
const before = { units: 1_000_000n, decimals: 6, symbol: 'USDC', valueUsd: 1, chain }

test('a new quote that gives more than a thousandth less has to be accepted', () => {
  expect(isWorseOffer({ ...before, units: 999_000n }, before)).toBe(false)
  expect(isWorseOffer({ ...before, units: 998_999n }, before)).toBe(true)
  expect(isWorseOffer({ ...before, units: 1_200_000n }, before)).toBe(false)
})

test('another asset or another chain has to be accepted, whatever it gives', () => {
  expect(isWorseOffer({ ...before, symbol: 'USDT' }, before)).toBe(true)
  const delta = { ...chain, chain: 'eip155:2' }
  expect(isWorseOffer({ ...before, chain: delta, units: 9_000_000n }, before)).toBe(true)
})
