import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react'

import { orderAccounts } from '../../../wallets/accounts/accountList.ts'

/** A row of the list, by its address, and an element in it. */
type Held = { address: string; handle: Element }

/** Pixels that a finger may slip without dragging. */
const slip = 4

/**
 * Reorders the rows of a list, which have their address as `data-address`, by drag, by arrow keys
 * and by steps.
 */
export function useReorder() {
  const [dragged, setDragged] = useState<string>()
  const wasDragged = useRef(false)
  function drag(address: string, event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return
    event.preventDefault()
    setDragged(address)
    const { currentTarget: handle, clientY: fromY } = event
    wasDragged.current = false
    const end = new AbortController()
    const { signal } = end
    function follow({ clientY }: globalThis.PointerEvent) {
      if (Math.abs(clientY - fromY) > slip) wasDragged.current = true
      move({ address, handle }, (rows, at) => findPlace(rows, { at, clientY }))
    }
    function stop() {
      setDragged(undefined)
      end.abort()
    }
    window.addEventListener('pointermove', follow, { signal })
    window.addEventListener('pointerup', stop, { signal })
    window.addEventListener('pointercancel', stop, { signal })
  }
  return {
    dragged,
    drag,
    press: moveByKey,
    step: moveBy,
    /** Whether a click is none that a drag ended with. */
    isClick: ({ detail }: MouseEvent) => detail === 0 || !wasDragged.current,
  }
}

function moveByKey(address: string, event: KeyboardEvent<HTMLElement>): void {
  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
  if (by === undefined) return
  event.preventDefault()
  moveBy(by, { address, handle: event.currentTarget })
}

function moveBy(by: number, held: { address: string; handle: HTMLElement }): void {
  move(held, (_, at) => at + by)
  // A row that changes its place loses the focus.
  requestAnimationFrame(() => held.handle.focus())
}

/** Moves a row to the place that is computed from its place now. */
function move(
  { address, handle }: Held,
  toPlace: (rows: readonly Element[], at: number) => number,
): void {
  const rows = [...(handle.closest('ul')?.children ?? [])]
  const order = rows.map((row) => row.getAttribute('data-address') ?? '')
  const at = order.indexOf(address)
  const to = toPlace(rows, at)
  if (at === to || to < 0 || to >= order.length) return
  const others = order.filter((one) => one !== address)
  orderAccounts([...others.slice(0, to), address, ...others.slice(to)])
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
