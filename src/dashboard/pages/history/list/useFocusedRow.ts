import { type FocusEvent, type KeyboardEvent, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'

import { findRow, type Line } from './historyLines.ts'

/** The row with the keyboard's focus, which stays in the page wherever the list is scrolled to. */
export type FocusedRow = {
  /** Its line; undefined while the focus is elsewhere. */
  line: number | undefined
  /** For the element around the rows, each of which is marked with its id as `data-entry`. */
  handlers: {
    onFocus: (event: FocusEvent<HTMLElement>) => void
    onBlur: (event: FocusEvent<HTMLElement>) => void
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  }
}

/** Follows the focus among the rows of a list; arrow keys move it by one row of the whole list. */
export function useFocusedRow(
  records: readonly { quoteId: string }[],
  lines: readonly Line[],
): FocusedRow {
  const [id, setId] = useState<string>()
  const line = useMemo(() => {
    if (id === undefined) return undefined
    const at = lines.findIndex(({ index }) => index !== undefined && records[index]?.quoteId === id)
    return at === -1 ? undefined : at
  }, [id, records, lines])

  function move(event: KeyboardEvent<HTMLElement>): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : undefined
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    const next = line === undefined ? undefined : lines[findRow(lines, line, step) ?? -1]
    const nextId = records[next?.index ?? -1]?.quoteId
    if (nextId === undefined) return
    event.preventDefault()
    const list = event.currentTarget
    flushSync(() => setId(nextId))
    const entry = list.querySelector<HTMLElement>(`[data-entry="${nextId}"]`)
    entry?.focus({ preventScroll: true })
    entry?.scrollIntoView({ block: 'nearest' })
  }

  return {
    line,
    handlers: {
      onFocus: ({ target }) => setId(target.dataset['entry']),
      onBlur: ({ target, relatedTarget }) => {
        // The element keeps the focus while the window has none.
        if (!relatedTarget && document.activeElement === target) return
        setId(undefined)
      },
      onKeyDown: move,
    },
  }
}
