import { useState } from 'react'

import type { QuoteAmount } from '../state/quoteView.ts'
/** The part of a shown quote that is compared. */
type Reviewable = { received: { quote: { id: string } }; view: { minimum: QuoteAmount } }

/** The quote under review, and a newer, worse one that has to be accepted first. */
export type ReviewedQuote<Shown> = {
  current: Shown
  worse: Shown | undefined
  acceptWorse: () => void
}

/** A new quote below this fraction of the agreed minimum has to be accepted. */
const tolerance = { part: 999n, of: 1000n }

/**
 * Follows the live quote during a review: an equal or better one replaces it, a worse one has to be
 * accepted, and none replaces it during signing. The comparison is with the best quote since the
 * user last agreed, so that many small decreases count as one.
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

/** Returns whether a minimum is noticeably lower than another, or of another asset or chain. */
export function isWorseOffer(next: QuoteAmount, than: QuoteAmount): boolean {
  if (next.symbol !== than.symbol || next.chain.chain !== than.chain.chain) return true
  return next.units * tolerance.of < than.units * tolerance.part
}

function getBetter(next: QuoteAmount, than: QuoteAmount): QuoteAmount {
  return next.units > than.units ? next : than
}
