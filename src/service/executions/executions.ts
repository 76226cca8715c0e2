import type { Network } from '#networks/network.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import type { AnyQuote, ExecuteQuoteAnswer } from '#protocol/quotes/quote.ts'
import type { HistoryPage, HistoryQuery, StatusAnswer } from '#protocol/status/status.ts'
import type { Storage } from '../storage/database.ts'
import { type AcceptContext, acceptQuote, type SubmittedQuote } from './accept/acceptQuote.ts'
import type { OnFailpoint } from './plan/failpoint.ts'
import type { SponsorLimits } from './sponsorship/checkSponsorship.ts'
import type { SettlementChains } from './plan/executionPlan.ts'
import { createQuoteErrorCache } from './accept/quoteErrorCache.ts'
import { type ExplorerOf, readHistory, readStatus } from './records/readRecords.ts'

/** Accepts signed quotes and reports the progress of their executions. */
export type Executions = {
  /** Accepts a signed quote; see `acceptQuote`. */
  accept: (quote: AnyQuote, facts: Omit<SubmittedQuote, 'quote'>) => Promise<ExecuteQuoteAnswer>
  /** The status record; `{}` for an id that was never accepted. */
  status: (quoteId: string) => Promise<StatusAnswer>
  /** One page of an account's executions, newest first. */
  history: (query: HistoryQuery) => Promise<HistoryPage>
}

/** Options of {@link createExecutions}. */
export type ExecutionsOptions = {
  storage: Storage
  network: Network
  /** Without keys: nothing is signed while accepting. */
  chains: SettlementChains
  readers: AcceptContext['readers']
  /** Public key of the quote signer. */
  quoteSigner: Hex
  explorerOf: ExplorerOf
  prices: AcceptContext['prices']
  repricing: AcceptContext['repricing']
  valuation: AcceptContext['valuation']
  sponsorLimits: SponsorLimits
  /** Most gas sponsored in one operation; the default unless given. */
  maxOperationGas?: bigint | undefined
  inFlightLimits: AcceptContext['inFlightLimits']
  readWorth: AcceptContext['readWorth']
  sessionGuard: AcceptContext['sessionGuard']
  /** Errors after which a client's quote is not checked again; the default unless given. */
  maxQuoteErrors?: number
  /** Called after accepting a quote: wakes a local worker, drops cached balances. */
  onAccepted?: (quote: AnyQuote) => void
  onFailpoint?: OnFailpoint
}

/** Creates the executions of a network. */
export function createExecutions(options: ExecutionsOptions): Executions {
  const { onAccepted = ignore, onFailpoint = ignore } = options
  const quoteErrors = createQuoteErrorCache({ most: options.maxQuoteErrors })
  const context: AcceptContext = { ...options, onFailpoint, quoteErrors }
  return {
    async accept(quote, received) {
      const answer = await acceptQuote(context, { ...received, quote })
      onAccepted(quote)
      return answer
    },
    status: (quoteId) => readStatus(options, quoteId),
    history: (query) => readHistory(options, query),
  }
}

function ignore(): void {
  // The default for optional callbacks.
}
