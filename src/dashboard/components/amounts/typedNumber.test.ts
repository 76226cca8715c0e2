import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { formatNumber } from './getNumberFormat.ts'
import { toFormText, findFormTextError, parseTypedNumber, fromFormText } from './typedNumber.ts'

const locales = [
  'en-US',
  'de-DE',
  'fr-FR',
  'en-IN',
  'de-CH',
  'ar-EG',
  'fa-IR',
  'bn',
  'my',
  'fr-CH',
] as const

describe('readTypedNumber', () => {
  it.each([
    ['en-US', '20,000', '20000'],
    ['en-US', '1,234.56', '1234.56'],
    ['en-US', '.5', '.5'],
    ['en-US', '5.', '5.'],
    ['en-US', ' 007.50 ', '007.50'],
    ['en-US', '', ''],
    ['en-US', '.', ''],
    ['de-DE', '20,000', '20.000'],
    ['de-DE', '20.000', '20000'],
    ['de-DE', '1.234.567,8', '1234567.8'],
    ['fr-FR', '20\u202f000,5', '20000.5'],
    ['fr-FR', '20 000,5', '20000.5'],
    ['en-IN', '12,34,567.8', '1234567.8'],
    ['es-ES', '1.234,5', '1234.5'],
    ['de-CH', '20\u2019000.5', '20000.5'],
    ['de-CH', "20'000.5", '20000.5'],
    ['ar-EG', '\u0661\u0662\u0663\u066b\u0665', '123.5'],
    ['ar-EG', '123\u066b5', '123.5'],
    ['ja-JP', '\uff11\uff0c\uff12\uff13\uff14\uff0e\uff15', '1234.5'],
    ['en-US', '\uff15\uff10', '50'],
    ['en-US', '\u200b1.5\u200e', '1.5'],
    ['fr-FR', '1\u2007234,5', '1234.5'],
  ])('reads in %s %s as %s', (locale, typed, plain) => {
    expect(parseTypedNumber(typed, { locale })).toEqual({ plain })
  })

  it.each([
    ['en-US', '1,5', /doesn’t match your number format, 1,234\.56/, ['1.5']],
    ['en-US', '0,500', /doesn’t match/, ['0.500']],
    ['en-US', '20,00', /doesn’t match/, ['20.00']],
    ['en-US', '1.234,56', /doesn’t match/, ['1234.56']],
    ['en-US', '1.000.000', /doesn’t match/, ['1000000']],
    ['en-US', '1,00,000', /doesn’t match/, ['100000']],
    ['en-US', '1,234 567', /doesn’t match/, ['1.234567']],
    ['de-DE', '1.50', /doesn’t match your number format, 1\.234,56/, ['1.50']],
    ['de-DE', '0.5', /doesn’t match/, ['0.5']],
    ['fr-FR', '20.5', /doesn’t match/, ['20.5']],
    ['en-US', '-5', /without a sign/, ['5']],
    ['en-US', '\u22125', /without a sign/, ['5']],
    ['en-US', '+5', /without a sign/, ['5']],
    ['en-IN', '1,234,567.8', /doesn’t match/, ['1234567.8']],
    ['en-US', '12,34,567.8', /doesn’t match/, ['1234567.8']],
    ['en-US', '1 234.56', /doesn’t match/, ['1234.56']],
    ['en-US', "1'234.56", /doesn’t match/, ['1234.56']],
    ['en-US', '1\t234.5', /doesn’t match/, ['1234.5']],
    ['ja-JP', '1\u3000234', /doesn’t match/, ['1234']],
    ['en-US', '1e18', /without \u201ce\u201d/, []],
    ['en-US', '2.5E-3 ETH', /without \u201cE-ETH\u201d/, []],
    ['en-US', '$12.3', /without \u201c\$\u201d/, ['12.3']],
    ['en-US', '12.3 USDC', /without \u201cUSDC\u201d/, ['12.3']],
    ['en-US', '0x10', /without \u201cx\u201d/, []],
    ['en-US', '12\u300034', /doesn’t match/, ['1234']],
    ['en-US', 'all', /without \u201call\u201d/, []],
    ['en-US', '\u0661\u0662', /without/, []],
  ])('asks in %s about %s', (...[locale, typed, problem, meant]) => {
    expect(parseTypedNumber(typed, { locale })).toEqual({
      error: expect.stringMatching(problem),
      suggestions: meant,
    })
  })

  it('takes a minus where numbers may be negative', () => {
    expect(parseTypedNumber('-5', { locale: 'en-US', isSigned: true })).toEqual({ plain: '-5' })
    expect(parseTypedNumber('+5', { locale: 'en-US', isSigned: true })).toHaveProperty('error')
  })

  it.each(locales)('reads back what is shown in %s, with groups and without', (locale) => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), fc.nat(999_999), (whole, part) => {
        const plain = `${whole}.${String(part).padStart(6, '0')}`
        expect(parseTypedNumber(formatNumber(plain, locale), { locale })).toEqual({ plain })
        expect(parseTypedNumber(fromFormText(plain, { locale }), { locale })).toEqual({ plain })
        const shown = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(part / 100)
        const read = parseTypedNumber(shown, { locale })
        expect('plain' in read && Number(read.plain)).toBe(part / 100)
      }),
    )
  })

  it('never reads one text as two numbers in one format, and never drops a digit', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...locales),
        fc.string({
          unit: fc.constantFrom(...Array.from('0123456789.,\u00a0\u2019\u3000\u200b\t e-+x$')),
          maxLength: 14,
        }),
        (locale, typed) => {
          const read = parseTypedNumber(typed, { locale })
          const digits = typed.replaceAll(/\D/g, '')
          expect('plain' in read ? read.plain.replace('.', '') === digits : read.error !== '').toBe(
            true,
          )
        },
      ),
      { numRuns: 2000 },
    )
  })
})

describe('what a form keeps', () => {
  const format = { locale: 'de-DE' }

  it('keeps what was read in a form that every format reads', () => {
    expect(toFormText('1.234,5', format)).toBe('1234.5')
    expect(fromFormText('1234.5', { locale: 'en-US' })).toBe('1234.5')
    expect(fromFormText('1234.5', format)).toBe('1234,5')
    expect(findFormTextError('1234.5', format)).toBeUndefined()
  })

  it('keeps what could not be read as it was typed, and never as a plain number', () => {
    expect(toFormText('1.50', format)).toBe('1.50?')
    expect(fromFormText('1.50?', format)).toBe('1.50')
    expect(findFormTextError('1.50?', format)?.suggestions).toEqual(['1.50'])
  })

  it('asks about what came by a link in the format of its writer', () => {
    expect(findFormTextError('20,000', { locale: 'en-US' })).toEqual({
      error: 'This number is ambiguous. Choose the one you mean.',
      suggestions: ['20000'],
    })
  })
})
