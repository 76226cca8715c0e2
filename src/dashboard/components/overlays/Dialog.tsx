import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'

import { translate } from '../../language/translate.ts'
import { IconButton } from '../forms/Button.tsx'
import { enterDialog } from './openDialogs.ts'

/** Element that had focus when the first of the currently open dialogs was opened. */
let opener: HTMLElement | undefined

/** Remembers the element that opens a dialog; a dialog that replaces another keeps its opener. */
function rememberOpener(): void {
  const { activeElement, body } = document
  if (activeElement instanceof HTMLElement && activeElement !== body)
    if (!activeElement.closest('dialog')) opener = activeElement
}

/** Focuses a dialog's main control: the marked one, else its field, else its first control. */
function focusFirst(dialog: HTMLElement): void {
  const wanted = [
    '[data-focus]',
    ':is(input:not([type=radio], [type=checkbox]), textarea, select):enabled',
    '[data-body] :is(a, button:enabled, :checked)',
    'button',
  ]
  for (const selector of wanted) {
    const element = dialog.querySelector<HTMLElement>(selector)
    // A dialog that is longer than the screen opens at its title.
    if (element) return element.focus({ preventScroll: true })
  }
}

/** Returns focus to a dialog's opener, or to the page if the opener is gone. */
function restoreFocus(): void {
  // Another dialog may open in its place, or a page may take focus itself.
  setTimeout(() => {
    const { activeElement, body } = document
    if (document.querySelector('dialog[open]') || (activeElement && activeElement !== body)) return
    const target = opener?.isConnected ? opener : document.querySelector<HTMLElement>('#main')
    target?.focus()
  })
}

/**
 * A modal dialog; on phones a sheet from below. The browser traps focus, makes the rest inert and
 * closes on Escape. Focus moves to the main control on opening and whenever the title changes, and
 * back to the opener on closing. Nothing is rendered while it is closed.
 */
export function Dialog(props: Dialog.Props) {
  const { isOpen, ...rest } = props
  return isOpen ? <OpenDialog {...rest} /> : null
}

export declare namespace Dialog {
  type Props = {
    isOpen: boolean
    title: string
    /** A line below the title. */
    description?: ReactNode
    children: ReactNode
    /** Maximum width in px; 480 by default. */
    width?: number
    /** `drawer` is at the right edge and as high as the page; on phones it covers the page. */
    form?: 'dialog' | 'drawer'
    /** Buttons before the one that closes. */
    actions?: ReactNode
    onClose: () => void
  }
}

function OpenDialog(props: Omit<Dialog.Props, 'isOpen'>) {
  const { title, description, children, width = 480, form = 'dialog', actions, onClose } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const element = dialog.current
    rememberOpener()
    if (element && !element.open) element.showModal()
    const leave = element && enterDialog(element)
    return () => {
      leave?.()
      element?.close()
      restoreFocus()
    }
  }, [])
  useEffect(() => {
    if (dialog.current && title !== '') focusFirst(dialog.current)
  }, [title])
  return (
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape is the dialog's own key
    <dialog
      ref={dialog}
      className={`dialog ${form === 'drawer' ? 'drawer' : ''}`}
      aria-labelledby={titleId}
      style={{ maxWidth: width }}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <div className="flex items-start justify-between gap-4 px-5 pt-5 md:px-6">
        <div className="min-w-0">
          <h2 id={titleId} className="text-xl font-semibold">
            {title}
          </h2>
          {description && <p className="mt-1 text-sm text-ink-3">{description}</p>}
        </div>
        <div className="-mt-1 -mr-2 flex shrink-0 items-center">
          {actions}
          <IconButton icon={X} label={translate('Close')} onClick={onClose} />
        </div>
      </div>
      <div data-body className="px-5 pt-4 pb-6 md:px-6">
        {children}
      </div>
    </dialog>
  )
}
