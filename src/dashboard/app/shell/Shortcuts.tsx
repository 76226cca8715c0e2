import { Suspense, useEffect, useState } from 'react'
import { lazyComponent } from '../../components/lazyComponent.tsx'

const ShortcutsDialog = lazyComponent(
  async () => (await import('./ShortcutsDialog.tsx')).ShortcutsDialog,
)

/**
 * Keyboard shortcuts of every page: `/` focuses the search, `?` opens the list of shortcuts, and
 * Ctrl or Cmd with Enter presses the main button of the page or the open dialog. Prompts of the
 * local wallet are excluded: they must be approved by a click.
 */
export function Shortcuts() {
  const [isHelp, setHelp] = useState(false)
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      // A key that is held must not press what its first press has brought.
      if (event.defaultPrevented || event.isComposing || event.altKey || event.repeat) return
      const action = actionOf(event)
      if (!action) return
      event.preventDefault()
      action()
    }
    function actionOf({ key, ctrlKey, metaKey, target }: KeyboardEvent) {
      const isCommand = ctrlKey || metaKey
      const open = [...document.querySelectorAll('dialog[open]')].at(-1)
      if (isCommand) return key === 'Enter' ? pressMain(open ?? document) : undefined
      const isTyping = target instanceof Element && target.matches('input, textarea, select')
      if (open || isTyping) return undefined
      if (key === '?') return () => setHelp(true)
      return key === '/' ? focusSearch() : undefined
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return isHelp ? (
    <Suspense>
      <ShortcutsDialog onClose={() => setHelp(false)} />
    </Suspense>
  ) : null
}

function pressMain(of: ParentNode) {
  // A worse quote comes by itself: who means to sign the one before must not accept it.
  const button = findVisible(of, '.btn-primary:not(:disabled, [aria-disabled=true], [value])')
  return button?.closest('[data-worse-quote]') === null ? () => button.click() : undefined
}

/** Finds the page's search, or the button that opens it. */
function focusSearch() {
  const search = findVisible(document, 'input[type=search], [data-search]')
  if (!search) return undefined
  return () => {
    search.focus()
    if (search instanceof HTMLButtonElement) search.click()
  }
}

function findVisible(of: ParentNode, selector: string): HTMLElement | undefined {
  return [...of.querySelectorAll<HTMLElement>(selector)].find(
    (element) => element.getClientRects().length > 0,
  )
}
