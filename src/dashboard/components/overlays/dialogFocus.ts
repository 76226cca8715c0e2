/** What had the focus when the first of the dialogs that are open now was opened. */
let opener: HTMLElement | undefined

/** Remembers what opens a dialog; one that opens in another's place was opened by what opened that. */
export function rememberOpener(): void {
  const { activeElement, body } = document
  if (activeElement instanceof HTMLElement && activeElement !== body)
    if (!activeElement.closest('dialog')) opener = activeElement
}

/** Focuses what a dialog was opened for: what is marked, else its field, else the first control. */
export function focusFirst(dialog: HTMLElement): void {
  const wanted = [
    '[data-focus]',
    ':is(input:not([type=radio], [type=checkbox]), textarea, select):enabled',
    '[data-body] :is(a, button:enabled, :checked)',
    'button',
  ]
  for (const selector of wanted) {
    const element = dialog.querySelector<HTMLElement>(selector)
    if (element) return element.focus()
  }
}

/** Gives the focus back to what opened a dialog, or to the page where that is gone. */
export function restoreFocus(): void {
  // Another dialog may open in its place, or a page that takes the focus itself.
  setTimeout(() => {
    const { activeElement, body } = document
    if (document.querySelector('dialog[open]') || (activeElement && activeElement !== body)) return
    const target = opener?.isConnected ? opener : document.querySelector<HTMLElement>('#main')
    target?.focus()
  })
}
