import { expect, test } from 'vitest'

import { createFormats } from './createFormats.ts'

test('values are converted where there is a rate, with the digits of the currency', () => {
  const euro = createFormats({ locale: 'en-US', currency: 'EUR', perUsd: 0.925 })
  expect([euro.usd(1_000), euro.usd(-2), euro.usd(0)]).toEqual(['€925.00', '−€1.85', '€0.00'])
  expect(euro.usd(0.001)).toBe('<\u00a0€0.01')
  const yen = createFormats({ locale: 'en-US', currency: 'JPY', perUsd: 153.846 })
  expect([yen.usd(1_000), yen.usd(0.001)]).toEqual(['¥153,846', '<\u00a0¥1'])
  const german = createFormats({ locale: 'de-DE', currency: 'GBP', perUsd: 0.79 })
  expect(german.usd(1_000)).toBe('790,00\u00a0£')
})

test('without a rate, and where something is decided, values are dollars', () => {
  const unrated = createFormats({ locale: 'en-US', currency: 'EUR' })
  expect(unrated.usd(1_000)).toBe('$1,000.00')
  const euro = createFormats({ locale: 'en-US', currency: 'EUR', perUsd: 0.925 })
  expect(euro.dollars(1_000)).toBe('$1,000.00')
})

test('hidden values say neither amount nor more than their currency', () => {
  const hidden = createFormats({
    locale: 'en-US',
    currency: 'EUR',
    perUsd: 0.925,
    hideAmounts: true,
  })
  expect([hidden.usd(5), hidden.dollars(5)]).toEqual(['**** EUR', '$****'])
})

test('a limit is written exactly, in the digits and with the marks of the locale', () => {
  const [american, german] = ['en-US', 'de-DE'].map((locale) => createFormats({ locale }))
  expect([5, 10, 100, 1275].map((bps) => american?.limit(bps))).toEqual([
    '0.05%',
    '0.1%',
    '1%',
    '12.75%',
  ])
  expect(german?.limit(50)).toBe('0,5\u00a0%')
  expect(createFormats({ locale: 'bn' }).limit(50)).toBe('০.৫%')
})
