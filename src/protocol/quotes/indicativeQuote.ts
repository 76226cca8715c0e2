import { z } from 'zod/mini'

import { PositiveAmountText } from '../ids/amount.ts'
import {
  AssetRef,
  DestinationToken,
  OriginToken,
  QuoteFees,
  QuoteSlippage,
  SlippageTolerance,
  SourceChains,
} from './quote.ts'

const QuoteSource = z.object({ asset: AssetRef, chains: z.optional(SourceChains) })
const more = { slippageTolerance: z.optional(SlippageTolerance) }

/**
 * Body of `POST /api/v3/quote/indicative`: a quote request without accounts. Source: ours (wire,
 * "Indicative quotes").
 */
export const IndicativeQuoteRequest = z.union([
  z.object({
    from: z.extend(QuoteSource, { amount: PositiveAmountText }),
    to: z.object({ asset: AssetRef }),
    ...more,
  }),
  z.object({
    from: z.extend(QuoteSource, { amount: z.optional(z.never()) }),
    to: z.object({ asset: AssetRef, amount: PositiveAmountText }),
    ...more,
  }),
])
export type IndicativeQuoteRequest = z.output<typeof IndicativeQuoteRequest>

/** What a quote would come to; nothing in it can be signed or executed. */
export const IndicativeQuote = z.object({
  isIndicative: z.literal(true),
  originToken: OriginToken,
  destinationToken: z.omit(DestinationToken, { recipientAccount: true }),
  slippage: QuoteSlippage,
  fees: QuoteFees,
})
export type IndicativeQuote = z.output<typeof IndicativeQuote>
