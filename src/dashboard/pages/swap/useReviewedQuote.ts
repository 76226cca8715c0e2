import { useState } from 'react'

import type { NamedAmount } from './quoteView.ts'
import type { ShownQuote } from './useSwap.ts'

/** The quote under review, and a newer one that is worse and has to be accepted first. */
export type ReviewedQuote = {
  current: ShownQuote
  worse: ShownQuote | undefined
  acceptWorse: () => void
}

/** A new quote that gives less than this part of the reviewed one has to be accepted. */
const noticed = { part: 999n, of: 1000n }

/**
 * Follows the live quote while it is reviewed: one that is as good takes its place, one that is
 * worse waits to be accepted, and none does while signatures are given.
 * Source: product, "Changed quote after review".
 */
export function useReviewedQuote(live: ShownQuote, isFrozen: boolean): ReviewedQuote {
  const [current, setCurrent] = useState(live)
  const isNewer = live.received.quote.id !== current.received.quote.id
  const isWorse = isNewer && isWorseOffer(live.view.minimum, current.view.minimum)
  if (!isFrozen && !isWorse && live !== current) setCurrent(live)
  return {
    current: isFrozen || isWorse ? current : live,
    worse: !isFrozen && isWorse ? live : undefined,
    acceptWorse: () => setCurrent(live),
  }
}

/** Whether a minimum is noticeably less than another, or in another asset or on another chain. */
export function isWorseOffer(next: NamedAmount, than: NamedAmount): boolean {
  if (next.symbol !== than.symbol || next.chain.chain !== than.chain.chain) return true
  return next.units * noticed.of < than.units * noticed.part
}
