import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'

import { getRuns } from '#testing/campaign.ts'
import { formatMoney } from './amounts.ts'
import { parseTypedNumber } from './typedNumber.ts'
import { spreadCents, sumShown, sumUsd, toShownCents, toUsd } from './worth.ts'

test('an amount is worth its price, and unknown without one', () => {
  expect(toUsd({ units: 1_005n * 10n ** 15n, decimals: 18 }, 3000)).toBeCloseTo(3015, 9)
  expect([toUsd(undefined, 3000), toUsd({ units: 1n, decimals: 0 }, undefined)]).toEqual([
    undefined,
    undefined,
  ])
  expect([sumUsd([1, 2]), sumUsd([1, undefined]), sumUsd([])]).toEqual([3, undefined, 0])
})

test('parts are shown in cents that add up to their sum, each less than a cent off', () => {
  expect(spreadCents([0.001236, 1.249999])).toEqual([0.001236, 1.249999])
  expect(spreadCents([1507.4985, 1507.5015])).toEqual([1507.4985, 1507.5015])
  expect(spreadCents([1.006, 1.006])).toEqual([1.006, 1])
  const worth = fc.oneof(
    fc.double({ min: 0, max: 100_000, noNaN: true }),
    fc.double({ min: 0, max: 0.03, noNaN: true }),
  )
  fc.assert(
    fc.property(fc.array(worth, { maxLength: 6 }), (values) => {
      const shown = spreadCents(values).map((value = Number.NaN) => toShownCents(value))
      const sum = shown.reduce((cents, one) => cents + one, 0)
      expect(sum).toBe(toShownCents(sumUsd(values) ?? Number.NaN))
      for (const [index, value] of values.entries())
        expect(Math.abs((shown[index] ?? 0) - value * 100)).toBeLessThan(1.001)
    }),
  )
})

test('parts that do not explain their sum, or one of which is unknown, stay as they are', () => {
  expect(spreadCents([1, 2], 4)).toEqual([1, 2])
  expect(spreadCents([1.999, undefined])).toEqual([1.999, undefined])
})

const locales = ['en-US', 'de-DE', 'fr-FR', 'en-IN', 'de-CH', 'ja-JP'] as const

/** Reads a dollar text of a locale back as cents. */
function readCents(text: string, locale: string): number {
  const isNegative = text.startsWith('\u2212')
  if (text.includes('<')) return 0
  const read = parseTypedNumber(text.replaceAll(/[^\d.,'\u2019\u00a0\u202f]/g, '').trim(), {
    locale,
  })
  if (!('plain' in read)) throw new Error(`"${text}" cannot be read in ${locale}.`)
  return Math.round(Number(read.plain) * 100) * (isNegative ? -1 : 1)
}

const worth = fc.oneof(
  fc.double({ min: 0, max: 2_000_000, noNaN: true }),
  fc.double({ min: 0, max: 0.03, noNaN: true }),
  fc.nat(10_000_000).map((cents) => cents / 100),
)

describe('sumShown', () => {
  it('is what a reader gets who adds up the shown numbers, in every number format', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...locales),
        fc.array(fc.array(worth, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 }),
        (locale, portfolio) => {
          function read(valueUsd: number): number {
            return readCents(formatMoney(valueUsd, { locale, currency: 'USD' }), locale)
          }
          const assets = portfolio.map((parts) => sumShown(parts))
          const total = sumShown(portfolio.flat())
          for (const [index, parts] of portfolio.entries()) {
            const sum = parts.reduce((cents, valueUsd) => cents + read(valueUsd), 0)
            expect(read(assets[index] ?? 0)).toBe(sum)
          }
          const sumOfAssets = assets.reduce((cents, valueUsd) => cents + read(valueUsd), 0)
          expect(read(total)).toBe(sumOfAssets)
        },
      ),
      getRuns({ test: 1_000, campaign: 10_000 }),
    )
  })

  it('never shows nothing where there is something', () => {
    expect(formatMoney(sumShown([0.004, 0.004, 0.004]), { locale: 'en-US', currency: 'USD' })).toBe(
      '<\u00a0$0.01',
    )
    expect(sumShown([])).toBe(0)
  })
})
