import fc from 'fast-check'
import { expect, test } from 'vitest'

import { parseAmount } from '#protocol/ids/amount.ts'
import { toFiatText, toTokenText } from './fiatAmount.ts'

test('dollars become a token amount with no more digits than the price has', () => {
  expect(toTokenText('250', { price: 1, decimals: 6 })).toBe('250')
  expect(toTokenText('100', { price: 3000, decimals: 18 })).toBe('0.0333333333')
  expect(toTokenText('0.01', { price: 100_000, decimals: 8 })).toBe('0.0000001')
  expect(toTokenText('10', { price: 3, decimals: 2 })).toBe('3.33')
  expect(toTokenText('', { price: 3, decimals: 2 })).toBe('')
  expect(toTokenText('1,2?', { price: 3, decimals: 2 })).toBe('1,2?')
  expect(toTokenText('0', { price: 3, decimals: 2 })).toBe('0')
})

test('typed dollars never buy more of a token than they are worth', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10 ** 9 }),
      fc.integer({ min: 1, max: 10 ** 9 }),
      fc.constantFrom(2, 6, 8, 18),
      (cents, milliUsd, decimals) => {
        const usd = `${Math.floor(cents / 100)}.${`${cents % 100}`.padStart(2, '0')}`
        const text = toTokenText(usd, { price: milliUsd / 1000, decimals })
        const parsed = parseAmount(text, decimals)
        if (!('units' in parsed)) throw new Error(text)
        const exact = BigInt(cents) * 10n * 10n ** BigInt(decimals)
        expect(parsed.units * BigInt(milliUsd)).toBeLessThanOrEqual(exact)
      },
    ),
    { numRuns: 2_000 },
  )
})

test('the dollars of an amount are rounded to the cent, as they are shown', () => {
  expect(toFiatText(12.346, 2)).toBe('12.35')
  expect(toFiatText(0.29, 2)).toBe('0.29')
  expect(toFiatText(1538.6, 0)).toBe('1539')
  expect(toFiatText(undefined, 2)).toBe('')
})
