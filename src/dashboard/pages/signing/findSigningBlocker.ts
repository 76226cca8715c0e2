import type { Review } from '../../review/verifyQuote.ts'
import { getUnpinnedReason } from '../../review/trust.ts'
import { acceptFirst } from './openRisk.ts'

/**
 * Returns why a reviewed quote or operation cannot be signed (yet), as a sentence for the user;
 * undefined when it can be.
 *
 * @param of.noun - What is signed.
 * @param of.other - Reason of the caller's own; the checks and the pin of the installation come first.
 * @param of.mustConfirm - Whether a risk is still to be accepted.
 */
export function findSigningBlocker(
  review: Pick<Review, 'findings' | 'signable'>,
  of: { noun: 'quote' | 'operation'; other?: string | undefined; mustConfirm: boolean },
): string | undefined {
  if (!review.signable) return `This ${of.noun} did not pass its checks, so it cannot be signed.`
  return getUnpinnedReason(review) ?? of.other ?? (of.mustConfirm ? acceptFirst : undefined)
}
