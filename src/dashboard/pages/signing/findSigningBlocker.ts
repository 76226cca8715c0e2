import { translate } from '../../language/translate.ts'
import type { Review } from '../../review/verifyQuote.ts'
import { getUnpinnedReason } from '../../review/trust.ts'

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

/** Why signing is disabled while a risk has to be accepted. */
export const acceptFirst = translate('Confirm the warning')

/** Why signing is disabled while a quote that is worse than the reviewed one has to be accepted. */
export const acceptQuoteFirst = translate('Accept the new quote first')

/** Scrolls to what has to be accepted first and focuses it: on phones it is far from the button. */
export function showOpenRisk(): void {
  const control = document.querySelector<HTMLElement>(
    '[data-risks] input:not(:checked), [data-worse-quote] button',
  )
  control?.scrollIntoView({ block: 'center' })
  control?.focus({ preventScroll: true })
}
