import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { formatUnits, formatShare, formatMoney, shortenPlain } from './amounts.ts'
import { fromFormText, parseTypedNumber } from './typedNumber.ts'

const american = { locale: 'en-US' }

describe('formatUnits', () => {
  it.each([
    [10_135_000_000n, 6, '10,135.00'],
    [25_000_825n, 6, '25.000825'],
    [300_000n, 6, '0.30'],
    [400n, 6, '0.0004'],
    [2_037_516_999_999_999_999n, 18, '2.037516'],
    [832_809_123_456_789_012n, 18, '0.832809'],
    [123_456_789n, 8, '1.23456789'],
    [70_500_00n, 8, '0.0705'],
    [41_238_000_000n, 9, '41.238'],
    [123_456_789n, 18, '0.000000000123'],
    [5_000_000_000_000_000_000_000_123n, 18, '5,000,000.00'],
    [0n, 6, '0'],
    [1n, 0, '1'],
    [1234n, 0, '1,234'],
    [15n, 1, '1.5'],
  ])('shows %s units of %s decimals as %s', (units, decimals, text) => {
    expect(formatUnits(units, { ...american, decimals })).toBe(text)
  })

  it('never shows as nothing what is not', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 24n }),
        fc.record(
          {
            locale: fc.constantFrom('en-US', 'de-DE'),
            decimals: fc.nat(18),
            detail: fc.constant('full'),
          },
          { requiredKeys: ['locale', 'decimals'] },
        ),
        (units, format) => {
          expect(formatUnits(units, format)).toMatch(/[1-9]/)
          expect(formatUnits(-units, format)).toMatch(/[1-9]/)
        },
      ),
    )
  })

  it('keeps every digit in full detail', () => {
    const units = 1_000_000_000_000_000_001n
    expect(formatUnits(units, { ...american, decimals: 18, detail: 'full' })).toBe(
      '1.000000000000000001',
    )
  })

  it('writes another locale with its own marks', () => {
    expect(formatUnits(12_345_670_000n, { locale: 'de-DE', decimals: 6 })).toBe('12.345,67')
  })

  it.each(['ar-EG', 'fa-IR', 'bn', 'my', 'fr-CH', 'en-IN', 'de-AT', 'mr'])(
    'writes amounts, dollars and typed numbers of %s in one system of digits and marks',
    (locale) => {
      const written = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(12_345.67)
      expect(formatUnits(12_345_670_000n, { locale, decimals: 6 })).toBe(written)
      expect(formatMoney(12_345.67, { locale, currency: 'USD' })).toContain(written)
      const typed = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, useGrouping: false })
      expect(fromFormText('12345.67', { locale })).toBe(typed.format(12_345.67))
      const [cut = ''] = shortenPlain('12345.6712345', { locale, decimals: 18 }).split('\u2026')
      expect(parseTypedNumber(cut, { locale })).toEqual({ plain: '12345.671234' })
      if (/[0-9]/.test(written)) return
      for (const text of [
        formatUnits(0n, { locale, decimals: 6 }),
        formatMoney(0, { locale, currency: 'USD' }),
        cut,
      ])
        expect(text).not.toMatch(/[0-9]/)
    },
  )

  it('never shows more than there is', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), (units) => {
        const text = formatUnits(units, { ...american, decimals: 18 }).replaceAll(',', '')
        const [whole = '0', fraction = ''] = text.split('.')
        expect(BigInt(whole + fraction.padEnd(18, '0'))).toBeLessThanOrEqual(units)
      }),
    )
  })
})

describe('shortenPlain', () => {
  it.each([
    ['6.999123456789012345', 'en-US', '6.999123\u2026'],
    ['6.999123456789012345', 'de-DE', '6,999123\u2026'],
    ['0.000000000000000001', 'en-US', '0.000000000000000001'],
    ['20000', 'en-US', '20000'],
    ['12.345678', 'en-US', '12.345678'],
    ['1.5', 'en-US', '1.5'],
    ['1.', 'en-US', '1.'],
    ['.123456789', 'en-US', '.123456\u2026'],
  ])('shows %s in %s as %s', (plain, locale, shown) => {
    expect(shortenPlain(plain, { decimals: 18, locale })).toBe(shown)
  })
})

describe('dollars and shares', () => {
  it('says that something below a cent is not nothing', () => {
    expect(formatMoney(0.004, { locale: 'en-US', currency: 'USD' })).toBe('<\u00a0$0.01')
    expect(formatMoney(0, { locale: 'en-US', currency: 'USD' })).toBe('$0.00')
  })

  it.each([
    [9.996, '$10.00'],
    [4999.999175, '$5,000.00'],
    [1.005, '$1.01'],
    [0.1 + 0.7, '$0.80'],
    [9.994999, '$9.99'],
    [-9.505999, '\u2212$9.51'],
  ])('rounds %s to the cent, half up, whatever a double misses by', (value, text) => {
    expect(formatMoney(value, { locale: 'en-US', currency: 'USD' })).toBe(text)
  })

  it('says that a share below a thousandth is not nothing', () => {
    expect(formatShare(0.0004, 'en-US')).toBe('<\u00a00.1%')
    expect(formatShare(0.4107, 'en-US')).toBe('41.1%')
  })

  it('leaves the decimal out where there is no room, and still shows no share as nothing', () => {
    expect(formatShare(0.4107, 'en-US', 0)).toBe('41%')
    expect(formatShare(0.004, 'en-US', 0)).toBe('<\u00a01%')
    expect(formatShare(0, 'en-US', 0)).toBe('0%')
  })
})
