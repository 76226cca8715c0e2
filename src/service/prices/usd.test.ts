import fc from 'fast-check'
import { expect, test } from 'vitest'

import { formatUsd, formatUsdPart, parseUsd, toUnits, toUsd } from './usd.ts'

test('writes two places, more for small values, and never rounds up', () => {
  expect(formatUsd(0n)).toBe('0.00')
  expect(formatUsd(123_456_789_000n)).toBe('1234.56')
  expect(formatUsd(99_999_999n)).toBe('0.9999')
  expect(formatUsd(123_456n)).toBe('0.00123456')
})

test('parts add up to what the whole is worth', () => {
  const parts = [333_333_333_300n, 266_666_666_700n].map(formatUsdPart)
  expect(parts).toEqual(['3333.333333', '2666.666667'])
  expect(formatUsd(parts.reduce((sum, part) => sum + parseUsd(part), 0n))).toBe('6000.00')
  expect(formatUsdPart(0n)).toBe('0.00')
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
