import { translate } from '../../language/translate.ts'
import type { Review } from '../../review/verifyQuote.ts'
import { getUnpinnedReason } from '../../review/trust.ts'
import { acceptFirst } from './openRisk.ts'

/**
 * Returns why a quote or operation cannot be signed yet, for the user; undefined if it can be.
 *
 * @param of.other - The caller's own reason; failed checks and a missing pin come first.
 */
export function findSigningBlocker(
  review: Pick<Review, 'findings' | 'signable'>,
  of: { noun: 'quote' | 'operation'; other?: string | undefined; mustConfirm: boolean },
): string | undefined {
  if (!review.signable)
    return of.noun === 'quote'
      ? translate('This quote failed its checks, so it can’t be signed.')
      : translate('This operation failed its checks, so it can’t be signed.')
  return getUnpinnedReason(review) ?? of.other ?? (of.mustConfirm ? acceptFirst : undefined)
}
