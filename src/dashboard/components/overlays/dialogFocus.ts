/** Element that had focus when the first of the currently open dialogs was opened. */
let opener: HTMLElement | undefined

/** Remembers the element that opens a dialog; a dialog that replaces another keeps its opener. */
export function rememberOpener(): void {
  const { activeElement, body } = document
  if (activeElement instanceof HTMLElement && activeElement !== body)
    if (!activeElement.closest('dialog')) opener = activeElement
}

/** Focuses a dialog's main control: the marked one, else its field, else its first control. */
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

/** Returns focus to a dialog's opener, or to the page if the opener is gone. */
export function restoreFocus(): void {
  // Another dialog may open in its place, or a page may take focus itself.
  setTimeout(() => {
    const { activeElement, body } = document
    if (document.querySelector('dialog[open]') || (activeElement && activeElement !== body)) return
    const target = opener?.isConnected ? opener : document.querySelector<HTMLElement>('#main')
    target?.focus()
  })
}
