import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { cleanAmount, displayAmount, displayShare, displayUsd } from './amounts.ts'

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
    expect(displayAmount(units, { ...american, decimals })).toBe(text)
  })

  it('shows cents of a dollar token, however small it is', () => {
    expect(displayAmount(1_239_999n, { ...american, decimals: 6, isDollar: true })).toBe('1.23')
  })

  it('cuts a quote after six decimals and never rounds up', () => {
    const units = 2_037_516_999_999_999_999n
    expect(displayAmount(units, { ...american, decimals: 18, detail: 'quote' })).toBe('2.037516')
  })

  it('keeps every digit in full detail', () => {
    const units = 1_000_000_000_000_000_001n
    expect(displayAmount(units, { ...american, decimals: 18, detail: 'full' })).toBe(
      '1.000000000000000001',
    )
  })

  it('writes another locale with its own marks', () => {
    expect(displayAmount(12_345_670_000n, { locale: 'de-DE', decimals: 6 })).toBe('12.345,67')
  })

  it('never shows more than there is', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), (units) => {
        const text = displayAmount(units, { ...american, decimals: 18 }).replaceAll(',', '')
        const [whole = '0', fraction = ''] = text.split('.')
        expect(BigInt(whole + fraction.padEnd(18, '0'))).toBeLessThanOrEqual(units)
      }),
    )
  })
})

describe('cleanAmount', () => {
  it.each([
    ['1,5', '1.5'],
    ['1,234.56', '1234.56'],
    ['1.234,56', '1234.56'],
    ['1,234,567', '1234567'],
    ['$ 12.3', '12.3'],
    ['0.1234567', '0.123456'],
    ['.5', '.5'],
    ['-3', '3'],
    ['', ''],
  ])('makes %s into %s', (typed, kept) => {
    expect(cleanAmount(typed, 6)).toBe(kept)
  })
})

describe('dollars and shares', () => {
  it('says that something below a cent is not nothing', () => {
    expect(displayUsd(0.004, 'en-US')).toBe('<$0.01')
    expect(displayUsd(0, 'en-US')).toBe('$0.00')
  })

  it('says that a share below a thousandth is not nothing', () => {
    expect(displayShare(0.0004, 'en-US')).toBe('<0.1%')
    expect(displayShare(0.4107, 'en-US')).toBe('41.1%')
  })

  it('leaves the decimal out where there is no room, and still shows no share as nothing', () => {
    expect(displayShare(0.4107, 'en-US', 0)).toBe('41%')
    expect(displayShare(0.004, 'en-US', 0)).toBe('<1%')
    expect(displayShare(0, 'en-US', 0)).toBe('0%')
  })
})
