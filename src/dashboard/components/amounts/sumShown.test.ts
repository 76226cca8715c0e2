import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { formatUsd } from './amounts.ts'
import { sumShown } from './sumShown.ts'
import { parseTypedNumber } from './typedNumber.ts'

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
            return readCents(formatUsd(valueUsd, locale), locale)
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
      { numRuns: 10_000 },
    )
  })

  it('never shows nothing where there is something', () => {
    expect(formatUsd(sumShown([0.004, 0.004, 0.004]), 'en-US')).toBe('<\u00a0$0.01')
    expect(sumShown([])).toBe(0)
  })
})
