import { expect, test } from 'vitest'

import { formatRate, getRate, getRateOfDearer } from './rate.ts'

const usdc = { units: 12_000_000_000n, decimals: 6, symbol: 'USDC' }
const ether = { units: 3_997_997_000_000_000_000n, decimals: 18, symbol: 'ETH' }

test('the rate is what one dear token costs or brings, to the last unit, in either direction', () => {
  const rate = { of: 'ETH', in: 'USDC', units: 3_001_503_002_628_566_254_551n }
  expect(getRateOfDearer(usdc, ether)).toEqual(rate)
  expect(getRateOfDearer(ether, usdc)).toEqual(rate)
  expect(getRate(ether, usdc)).toEqual(rate)
  expect(getRate(usdc, ether)).toMatchObject({ of: 'USDC', in: 'ETH', units: 333_166_416_666_666n })
})

test('a transfer has no rate, nor has anything whose amounts are not known', () => {
  expect(getRateOfDearer(usdc, { ...usdc, units: 11_999_000_000n })).toBeUndefined()
  expect(getRateOfDearer(undefined, ether)).toBeUndefined()
  expect(getRateOfDearer(usdc, { ...ether, units: 0n })).toBeUndefined()
})

test('the rate of a pair of like worth keeps its direction when the price moves', () => {
  const dollars = { units: 1_000_000n, decimals: 6, symbol: 'USDT' }
  for (const units of [998_000n, 1_000_000n, 1_002_000n])
    expect(getRateOfDearer({ ...usdc, units }, dollars)).toMatchObject({ of: 'USDT', in: 'USDC' })
})

test('a rate is cut, never rounded up, on every page', () => {
  const dear = { of: 'ETH', in: 'USDC', units: 3_002_709_900_000_000_000_000n }
  expect(formatRate(dear, 'en-US')).toBe('1 ETH = 3,002.70 USDC')
  expect(formatRate({ ...dear, units: 333_166_416_666_666n }, 'en-US')).toBe(
    '1 ETH = 0.000333 USDC',
  )
})
