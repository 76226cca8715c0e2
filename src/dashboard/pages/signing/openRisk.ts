/** Why nothing can be signed while a risk waits to be accepted. */
export const acceptFirst = 'Accept the warning first.'

/** Leads to the first box that is still to be ticked: on a phone it is far below the button. */
export function showOpenRisk(): void {
  const box = document.querySelector<HTMLElement>('[data-risks] input:not(:checked)')
  box?.scrollIntoView({ block: 'center' })
  box?.focus({ preventScroll: true })
}
