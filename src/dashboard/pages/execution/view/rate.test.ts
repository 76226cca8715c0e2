import { expect, test } from 'vitest'

import { getRate } from './rate.ts'

const usdc = { units: 12_000_000_000n, decimals: 6, symbol: 'USDC' }
const ether = { units: 3_997_997_000_000_000_000n, decimals: 18, symbol: 'ETH' }

test('the rate is what one dear token costs or brings, to the last unit, in either direction', () => {
  const rate = { of: 'ETH', in: 'USDC', units: 3_001_503_002_628_566_254_551n, decimals: 18 }
  expect(getRate(usdc, ether)).toEqual(rate)
  expect(getRate(ether, usdc)).toEqual(rate)
})

test('a transfer has no rate, nor has anything whose amounts are not known', () => {
  expect(getRate(usdc, { ...usdc, units: 11_999_000_000n })).toBeUndefined()
  expect(getRate(undefined, ether)).toBeUndefined()
  expect(getRate(usdc, { ...ether, units: 0n })).toBeUndefined()
})
