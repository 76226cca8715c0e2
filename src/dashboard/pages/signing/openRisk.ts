import { translate } from '../../language/translate.ts'

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
