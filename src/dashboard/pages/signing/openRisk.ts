import { translate } from '../../language/translate.ts'

/** Why signing is disabled while a risk has to be accepted. */
export const acceptFirst = translate('Accept the warning first.')

/** Scrolls to the first unticked box and focuses it: on phones it is far below the button. */
export function showOpenRisk(): void {
  const box = document.querySelector<HTMLElement>('[data-risks] input:not(:checked)')
  box?.scrollIntoView({ block: 'center' })
  box?.focus({ preventScroll: true })
}
