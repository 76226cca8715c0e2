import { verifyPrepared } from '#dashboard/review/verifyPrepared.ts'
import { verifyCallQuote } from '#dashboard/review/verifyCallQuote.ts'
import type { Roots } from '#dashboard/review/cases/roots.ts'
import type { CallShelf, KeptCall, ShelfPlace } from './callShelf.ts'

/** What became of a call that was kept over a reload. */
export type Recovered = {
  /** Still good: its checks passed again just now. */
  kept: KeptCall | undefined
  /** What was dropped, in words. */
  notice: RecoveryNotice | undefined
}

/** Why something of a kept call was dropped. */
export type RecoveryNotice = 'expired' | 'quoteExpired' | 'broken'

/**
 * Judges a kept call: its form and its seal are checked again, the quote's too. What is over, or does
 * not pass any more, is left out.
 *
 * @param now - Unix milliseconds on the service's clock, and what reviews trust.
 */
export function recoverCall(
  kept: KeptCall | 'broken' | undefined,
  now: { nowMs: number; roots: Roots },
): Recovered {
  if (kept === undefined) return { kept, notice: undefined }
  const nowSeconds = Math.floor(now.nowMs / 1000)
  const review = kept === 'broken' ? undefined : reviewOf(kept, { ...now, nowSeconds })
  if (kept === 'broken' || !review?.facts) return dropped('broken')
  if (Number(review.facts.validUntil) <= nowSeconds) return dropped('expired')
  if (!review.signable) return dropped('broken')
  const { quoted } = kept
  if (!quoted) return { kept, notice: undefined }
  const isQuoteOver = Number(quoted.quote.expirationTimestamp) <= nowSeconds
  if (isQuoteOver) return { kept: { ...kept, quoted: undefined }, notice: 'quoteExpired' }
  const { received } = quoted
  const { roots } = now
  const { signable } = verifyCallQuote({ received, prepared: review, roots, nowSeconds })
  return signable
    ? { kept, notice: undefined }
    : { kept: { ...kept, quoted: undefined }, notice: 'broken' }
}

/** Takes off the shelf what was left out. */
export function sweepShelf(shelf: CallShelf, place: ShelfPlace, { kept, notice }: Recovered): void {
  if (notice === undefined) return
  if (kept) shelf.keep(place, kept)
  else shelf.forget(place)
}

function dropped(notice: RecoveryNotice): Recovered {
  return { kept: undefined, notice }
}

function reviewOf({ call }: KeptCall, { roots, nowSeconds }: { roots: Roots; nowSeconds: number }) {
  const { received, request } = call
  return verifyPrepared({ received, request, roots, nowSeconds })
}
