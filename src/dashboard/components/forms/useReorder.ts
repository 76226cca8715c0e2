import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

import type { Move } from './moveItem.ts'

/** What reorders the rows of a list, for each row's {@link DragHandle}. */
export type Reorder = {
  /** Place of the row that is being dragged. */
  dragged: number | undefined
  drag: (place: number, event: PointerEvent<HTMLElement>) => void
  press: (place: number, event: KeyboardEvent<HTMLElement>) => void
  /** Moves a row by places; `within` is an element of it, which keeps the focus. */
  step: (place: number, by: number, within: HTMLElement) => void
  /** Whether a click is none that a drag ended with. */
  isClick: (event: MouseEvent) => boolean
}

/** Pixels that a finger may slip without dragging. */
const slip = 4

/**
 * Reorders the rows of a list by dragging, by the arrow keys and by steps. The rows are the children of a `ul`
 * or `ol`, and each has a {@link DragHandle}.
 */
export function useReorder(onMove: (move: Move) => void): Reorder {
  const [dragged, setDragged] = useState<number>()
  const wasDragged = useRef(false)
  const latest = useRef(onMove)
  useLayoutEffect(() => {
    latest.current = onMove
  })
  function drag(place: number, event: PointerEvent<HTMLElement>) {
    const list = findList(event.currentTarget)
    if (event.button !== 0 || !list) return
    event.preventDefault()
    const fromY = event.clientY
    wasDragged.current = false
    let at = place
    setDragged(at)
    const end = new AbortController()
    const { signal } = end
    function follow({ clientY }: globalThis.PointerEvent) {
      if (Math.abs(clientY - fromY) > slip) wasDragged.current = true
      const to = list ? findPlace([...list.children], { at, clientY }) : at
      if (to === at) return
      latest.current({ from: at, to })
      at = to
      setDragged(to)
    }
    function stop() {
      setDragged(undefined)
      end.abort()
    }
    window.addEventListener('pointermove', follow, { signal })
    window.addEventListener('pointerup', stop, { signal })
    window.addEventListener('pointercancel', stop, { signal })
  }
  function press(place: number, event: KeyboardEvent<HTMLElement>) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    step(place, by, event.currentTarget)
  }
  function step(place: number, by: number, within: HTMLElement) {
    const list = findList(within)
    const to = place + by
    if (!list || to < 0 || to >= list.children.length) return
    onMove({ from: place, to })
    // The row that moves loses the focus, or another one has its elements now.
    requestAnimationFrame(() => {
      const handle = list.children[to]?.querySelector('[data-handle]')
      if (within.isConnected && list.children[to]?.contains(within)) within.focus()
      else if (handle instanceof HTMLElement) handle.focus()
    })
  }
  function isClick({ detail }: MouseEvent): boolean {
    return detail === 0 || !wasDragged.current
  }
  return { dragged, drag, press, step, isClick }
}

function findList(handle: Element): Element | null {
  return handle.closest('ul, ol')
}

/** The place of a dragged row: beyond every row whose middle the pointer has passed. */
function findPlace(
  rows: readonly Element[],
  { at, clientY }: { at: number; clientY: number },
): number {
  const middles = rows.map((row) => {
    const { top, height } = row.getBoundingClientRect()
    return top + height / 2
  })
  const above = middles.findIndex((middle, index) => index < at && clientY < middle)
  if (above !== -1) return above
  return middles.findLastIndex((middle, index) => index === at || (index > at && clientY > middle))
}
