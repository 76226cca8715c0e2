import { expect, test } from 'vitest'

import {
  convertAtSqrtPrice,
  convertAtTick,
  getAverageTick,
  getSqrtPriceAtTick,
} from './tickPrice.ts'

/** Known values of Uniswap's TickMath (its own tests). */
const known = [
  [-887_272, 4_295_128_739n],
  [-887_271, 4_295_343_490n],
  [-50, 79_030_349_367_926_598_376_800_521_322n],
  [0, 1n << 96n],
  [50, 79_426_470_787_362_580_746_886_972_461n],
  [100, 79_625_275_426_524_748_796_330_556_128n],
  [887_272, 1_461_446_703_485_210_103_287_273_052_203_988_822_378_723_970_342n],
] as const

test.each(known)('tick %d has the square-root price that pools compute', (tick, price) => {
  expect(getSqrtPriceAtTick(tick)).toBe(price)
})

test('a tick that no pool has is refused', () => {
  expect(() => getSqrtPriceAtTick(887_273)).toThrow('887273 is no tick')
  expect(() => getSqrtPriceAtTick(0.5)).toThrow('0.5 is no tick')
})

test('both directions of a price are each other, for 6 against 18 decimals', () => {
  // 3000 units of 6 decimals for one of 18: the tick of 3000e6 / 1e18.
  const tick = -196_256
  const dollars = convertAtTick(10n ** 18n, { tick, isToken0: true })
  expect(Number(dollars) / 1e6).toBeCloseTo(3000, -1)
  const back = convertAtTick(dollars, { tick, isToken0: false })
  expect(Number(back) / 1e18).toBeCloseTo(1, 6)
  const same = convertAtSqrtPrice(10n ** 18n, {
    sqrtPrice: getSqrtPriceAtTick(tick),
    isToken0: true,
  })
  expect(same).toBe(dollars)
})

test('the average tick is rounded down, also below zero', () => {
  expect(getAverageTick([0n, 1_999n], 1_000)).toBe(1)
  expect(getAverageTick([0n, -1_001n], 1_000)).toBe(-2)
  expect(getAverageTick([0n, -1_000n], 1_000)).toBe(-1)
})
