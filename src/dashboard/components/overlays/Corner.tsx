import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

import { useTopDialog } from './openDialogs.ts'

/**
 * What stands in a corner over the page. While a dialog is open it is inside that: it covers all else, and
 * what is outside cannot be pressed.
 */
export function Corner(props: Corner.Props) {
  const { children, isEmpty = false, isOther = false } = props
  const dialog = useTopDialog()
  const shown = <output className={isOther ? 'corner corner-other' : 'corner'}>{children}</output>
  return dialog && !isEmpty ? createPortal(shown, dialog) : shown
}

export declare namespace Corner {
  type Props = {
    children: ReactNode
    /** Whether there is nothing now: an empty corner stays where it is. */
    isEmpty?: boolean
    /** The opposite corner, so that two kinds of news do not cover each other. */
    isOther?: boolean
  }
}
