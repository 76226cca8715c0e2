import type { ReceivedQuote } from '#dashboard/api/service/quote.ts'
import type { Risk } from '#dashboard/review/messages/risks.ts'
import type { Review } from '#dashboard/review/verifyQuote.ts'
import type { QuoteErrorMessage } from './describeQuoteError.ts'
import type { QuoteView } from './quoteView.ts'

/** A quote with everything a page shows of it. */
export type ShownQuote = {
  received: ReceivedQuote
  review: Review
  view: QuoteView
  /** What the quote before came to, where it was for the same request. */
  before?: QuoteView | undefined
  risks: readonly Risk[]
}

/** The quote of a form, kept up to date. */
export type LiveQuote = {
  /** The latest quote, possibly still for an earlier state of the form. */
  shown: ShownQuote | undefined
  /** Whether a quote for the current form is being requested. */
  isAsking: boolean
  isOffline: boolean
  error: QuoteErrorMessage | undefined
  refresh: () => void
}
