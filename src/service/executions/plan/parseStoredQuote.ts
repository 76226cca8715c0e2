import { type AnyQuote, Quote, QuoteV1 } from '#protocol/quotes/quote.ts'

/** Reads a stored quote of either generation. @throws ZodError when it is none. */
export function parseStoredQuote(quote: unknown): AnyQuote {
  const current = Quote.safeParse(quote)
  return current.success ? current.data : QuoteV1.parse(quote)
}
