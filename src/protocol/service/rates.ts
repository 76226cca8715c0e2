import { z } from 'zod/mini'

/** Currencies besides the US dollar in which values can be shown. */
export const Currency = z.enum(['EUR', 'GBP', 'JPY'])
export type Currency = z.output<typeof Currency>

/** What one US dollar is worth in a currency, by a price feed. */
export const CurrencyRate = z.object({
  currency: Currency,
  /** Units of the currency for one US dollar, decimal. */
  rate: z.string().check(z.regex(/^\d+(\.\d+)?$/, 'Expected a decimal number.')),
  /** When the feed was last updated. */
  updatedAt: z.iso.datetime(),
  maxAgeSeconds: z.int().check(z.positive(), z.describe('An older rate is not used.')),
})
export type CurrencyRate = z.output<typeof CurrencyRate>

/** Rates for showing values; nothing is decided by them. Source: ours (wire, "Currencies"). */
export const CurrencyRates = z.object({
  base: z.literal('USD'),
  rates: z.array(CurrencyRate),
  /** Currencies of the network without a rate now: too old, or its chain does not answer. */
  unavailableCurrencies: z.array(Currency),
})
export type CurrencyRates = z.output<typeof CurrencyRates>
