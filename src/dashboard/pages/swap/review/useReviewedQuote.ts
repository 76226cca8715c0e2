import { useState } from 'react'

import type { QuoteAmount } from '../state/quoteView.ts'
/** A quote as far as it matters here. */
type Reviewable = { received: { quote: { id: string } }; view: { minimum: QuoteAmount } }

/** The quote under review, and a newer one that is worse and has to be accepted first. */
export type ReviewedQuote<Shown> = {
  current: Shown
  worse: Shown | undefined
  acceptWorse: () => void
}

/** A new quote that gives less than this part of what was agreed to has to be accepted. */
const noticed = { part: 999n, of: 1000n }

/**
 * Follows the live quote while it is reviewed: one that is as good takes its place, one that is
 * worse waits to be accepted, and none does while signatures are given. What is as good is measured
 * by the best that was shown since the person last agreed, so that many small steps down are one.
 * Source: pages, "Changed quote after review".
 */
export function useReviewedQuote<Shown extends Reviewable>(
  live: Shown,
  isFrozen: boolean,
): ReviewedQuote<Shown> {
  const [{ current, agreed }, setReviewed] = useState({
    current: live,
    agreed: live.view.minimum,
  })
  const isNewer = live.received.quote.id !== current.received.quote.id
  const isWorse = isNewer && isWorseOffer(live.view.minimum, agreed)
  if (!isFrozen && !isWorse && live !== current)
    setReviewed({ current: live, agreed: getBetter(live.view.minimum, agreed) })
  return {
    current: isFrozen || isWorse ? current : live,
    worse: !isFrozen && isWorse ? live : undefined,
    acceptWorse: () => setReviewed({ current: live, agreed: live.view.minimum }),
  }
}

/** Whether a minimum is noticeably less than another, or in another asset or on another chain. */
export function isWorseOffer(next: QuoteAmount, than: QuoteAmount): boolean {
  if (next.symbol !== than.symbol || next.chain.chain !== than.chain.chain) return true
  return next.units * noticed.of < than.units * noticed.part
}

function getBetter(next: QuoteAmount, than: QuoteAmount): QuoteAmount {
  return next.units > than.units ? next : than
}
