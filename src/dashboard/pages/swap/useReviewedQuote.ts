import { useState } from 'react'

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
  const isWorse = isNewer && isWorseThan(live, current)
  if (!isFrozen && !isWorse && live !== current) setCurrent(live)
  return {
    current: isFrozen || isWorse ? current : live,
    worse: !isFrozen && isWorse ? live : undefined,
    acceptWorse: () => setCurrent(live),
  }
}

/** Whether a quote delivers noticeably less, or in another asset or to a chain, than another. */
export function isWorseThan(next: ShownQuote, than: ShownQuote): boolean {
  const [a, b] = [next.view.minimum, than.view.minimum]
  if (a.symbol !== b.symbol || a.chain.chain !== b.chain.chain) return true
  return a.units * noticed.of < b.units * noticed.part
}
