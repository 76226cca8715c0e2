import { useState } from 'react'

import { rescale } from '#protocol/ids/amount.ts'
import type { QuoteView } from '../quoteView.ts'

/** What is compared of two quotes: what arrives at least, and what is paid for it. */
export type Offer = Pick<QuoteView, 'minimum' | 'paid'>

type Reviewable = { received: object; view: Offer }

/** The quote under review, and a newer, worse one that has to be accepted first. */
export type ReviewedQuote<Shown> = {
  current: Shown
  worse: Shown | undefined
  acceptWorse: () => void
}

/** A new quote that is worse by more than this has to be accepted. */
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
    agreed: getOffer(live),
  })
  // Not by its id: a service may give two quotes the same.
  const isNewer = live.received !== current.received
  const isWorse = isNewer && isWorseOffer(live.view, agreed)
  if (!isFrozen && !isWorse && live !== current)
    setReviewed({ current: live, agreed: getBetter(live.view, agreed) })
  return {
    current: isFrozen || isWorse ? current : live,
    worse: !isFrozen && isWorse ? live : undefined,
    acceptWorse: () => setReviewed({ current: live, agreed: getOffer(live) }),
  }
}

/**
 * Returns whether an offer gives noticeably less or costs noticeably more than another, or is of
 * another asset or chain.
 */
export function isWorseOffer(next: Offer, than: Offer): boolean {
  if (next.minimum.symbol !== than.minimum.symbol) return true
  if (next.minimum.chain.chain !== than.minimum.chain.chain) return true
  if (next.minimum.units * tolerance.of < than.minimum.units * tolerance.part) return true
  return toFinest(than.paid) * tolerance.of < toFinest(next.paid) * tolerance.part
}

function getOffer({ view: { minimum, paid } }: Reviewable): Offer {
  return { minimum, paid }
}

function getBetter(next: Offer, than: Offer): Offer {
  return {
    minimum: next.minimum.units > than.minimum.units ? next.minimum : than.minimum,
    paid: toFinest(next.paid) < toFinest(than.paid) ? next.paid : than.paid,
  }
}

/** Two quotes may draw on chains where the asset has other decimals. */
function toFinest({ units, decimals }: QuoteView['paid']): bigint {
  return rescale(units, { from: decimals, to: 18 })
}
