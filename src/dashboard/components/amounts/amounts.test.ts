import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { formatUnits, formatShare, formatUsd, shortenPlain } from './amounts.ts'

const american = { locale: 'en-US' }

describe('displayAmount', () => {
  it.each([
    [10_135_000_000n, 6, '10,135.00'],
    [2_600_100_000_000_000_000n, 18, '2.6001'],
    [70_500_00n, 8, '0.0705'],
    [41_238_000_000n, 9, '41.238'],
    [123_456_789n, 18, '0.00000000012345'],
    [0n, 6, '0'],
  ])('shows %s units of %s decimals as %s in a list', (units, decimals, text) => {
    expect(formatUnits(units, { ...american, decimals })).toBe(text)
  })

  it('shows cents of a dollar token, however small it is', () => {
    expect(formatUnits(1_239_999n, { ...american, decimals: 6, isDollar: true })).toBe('1.23')
  })

  it('cuts a quote after six decimals and never rounds up', () => {
    const units = 2_037_516_999_999_999_999n
    expect(formatUnits(units, { ...american, decimals: 18, detail: 'quote' })).toBe('2.037516')
  })

  it.each([
    [3_997_997_123_456_789_012n, 18, 11_993.99, '3.997997'],
    [123_456_789n, 8, 74_000, '1.2345678'],
    [9_230_769_231n, 6, 9_230.77, '9,230.76'],
    [5_000_000_000_000_000_000_000_123n, 18, 50, '5,000,000.00'],
    [1_234_567_890n, 18, 0.0000037, '< 0.000001'],
    [400n, 6, 0.0004, '< 0.01'],
  ])('shows %s units of %s decimals, worth %s dollars, to the cent in a quote', (...row) => {
    const [units, decimals, valueUsd, text] = row
    const shown = formatUnits(units, { ...american, decimals, detail: 'quote', valueUsd })
    expect(shown.replace('\u00a0', ' ')).toBe(text)
  })

  it('never shows as nothing what is not', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 24n }),
        fc.record({
          locale: fc.constantFrom('en-US', 'de-DE'),
          decimals: fc.nat(18),
          detail: fc.constantFrom('list', 'quote', 'full'),
          isDollar: fc.boolean(),
          valueUsd: fc.option(fc.double({ min: 0, max: 1e6, noNaN: true }), { nil: undefined }),
        }),
        (units, format) => {
          expect(formatUnits(units, format)).toMatch(/[1-9]/)
          expect(formatUnits(-units, format)).toMatch(/[1-9]/)
        },
      ),
    )
    expect(formatUnits(0n, { ...american, decimals: 18, detail: 'quote' })).toBe('0')
  })

  it('shows no noughts beyond cents, which read as thousands in another locale', () => {
    const units = 25_000_825n
    expect(formatUnits(units, { ...american, decimals: 6 })).toBe('25.00')
    expect(formatUnits(10n ** 18n, { ...american, decimals: 18 })).toBe('1.00')
    expect(formatUnits(2_663_331n, { ...american, decimals: 6 })).toBe('2.6633')
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
    ['6.999123456789012345', 20_997, '6.999123\u2026'],
    ['0.000000000000000001', 0.000001, '0.000000000000000001'],
    ['20000', 20_000, '20000'],
    ['12.345678', 12.34, '12.345678'],
    ['1.5', undefined, '1.5'],
    ['.123456789', undefined, '.123456\u2026'],
  ])('shows %s that is worth %s dollars as %s', (plain, valueUsd, shown) => {
    expect(shortenPlain(plain, { decimals: 18, valueUsd })).toBe(shown)
  })
})

describe('dollars and shares', () => {
  it('says that something below a cent is not nothing', () => {
    expect(formatUsd(0.004, 'en-US')).toBe('<\u00a0$0.01')
    expect(formatUsd(0, 'en-US')).toBe('$0.00')
  })

  it('never shows a cent more than there is, nor one less for what a double misses by', () => {
    expect(formatUsd(4974.999175, 'en-US')).toBe('$4,974.99')
    expect(formatUsd(0.1 + 0.7, 'en-US')).toBe('$0.80')
    expect(formatUsd(-9.505999, 'en-US')).toBe('\u2212$9.50')
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
