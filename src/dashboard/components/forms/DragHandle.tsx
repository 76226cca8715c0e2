import { GripVertical } from 'lucide-react'

import { IconButton } from './IconButton.tsx'
import type { Reorder } from './useReorder.ts'

/** The part of a row by which it is dragged; the arrow keys on it move the row too. */
export function DragHandle(props: DragHandle.Props) {
  const { label, place, reorder, opened, className = '' } = props
  return (
    <IconButton
      data-handle
      icon={GripVertical}
      size="sm"
      label={label}
      className={`shrink-0 cursor-grab touch-none text-ink-3 ${className}`}
      onPointerDown={(event) => reorder.drag(place, event)}
      onKeyDown={(event) => reorder.press(place, event)}
      {...(opened && {
        'aria-expanded': opened.isOpen,
        onClick: (event) => {
          if (reorder.isClick(event)) opened.onToggle()
        },
      })}
    />
  )
}

export declare namespace DragHandle {
  type Props = {
    /** Names the row, and says how to move it. */
    label: string
    /** The row's place in the list. */
    place: number
    reorder: Reorder
    /** What a click on it opens, e.g. buttons that move the row. */
    opened?: { isOpen: boolean; onToggle: () => void }
    className?: string
  }
}
