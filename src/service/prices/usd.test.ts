import fc from 'fast-check'
import { expect, test } from 'vitest'

import { toUnits, toUsd, formatUsd, formatUsdParts } from './usd.ts'

test('writes two places, more for small values, rounded half up', () => {
  expect(formatUsd(0n)).toBe('0.00')
  expect(formatUsd(123_456_789_000n)).toBe('1234.57')
  expect(formatUsd(999_600_000n)).toBe('10.00')
  expect(formatUsd(100_500_000n)).toBe('1.01')
  expect(formatUsd(99_984_999n)).toBe('0.9998')
  expect(formatUsd(123_456n)).toBe('0.00123456')
})

test('dollars to units and back never gain', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 30n }),
      fc.bigInt({ min: 1n, max: 10n ** 14n }),
      fc.integer({ min: 0, max: 18 }),
      (usd, priceUsd, decimals) => {
        const back = toUsd(toUnits(usd, { decimals, priceUsd }), { decimals, priceUsd })
        expect(back).toBeLessThanOrEqual(usd)
      },
    ),
  )
})

test('the cents of parts add up to those of their sum', () => {
  expect(formatUsdParts([150_749_850_000n, 150_750_150_000n])).toEqual(['1507.50', '1507.50'])
  expect(formatUsdParts([100_600_000n, 100_600_000n])).toEqual(['1.01', '1.00'])
  expect(formatUsdParts([250_000_000_000n])).toEqual(['2500.00'])
  expect(formatUsdParts([99_999_999n, 100_500_000n])).toEqual(['1.0000', '1.00'])
  expect(formatUsdParts([123_456n, 200_000_000n])).toEqual(['0.00123456', '2.00'])
  expect(formatUsdParts([])).toEqual([])
})
