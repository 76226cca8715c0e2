import type { PriceBook } from '../../prices/prices.ts'
import type { FundingSources } from '../funding/fundingSources.ts'
import type { ResolvedQuoteRequest } from '../request/resolveQuoteRequest.ts'
import type { RecipientStates } from './recipientStates.ts'

/** What is known about a request: its resolution, and everything that was read for it. */
export type QuoteContext = {
  resolved: ResolvedQuoteRequest
  found: FundingSources
  book: PriceBook
  recipientStates: RecipientStates
}
