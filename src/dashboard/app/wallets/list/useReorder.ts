import { type KeyboardEvent, type PointerEvent, useState } from 'react'

import { orderAccounts } from '../../../wallets/accounts/accountList.ts'

/** A row of the list, by its address, and an element in it. */
type Held = { address: string; handle: Element }

/** Reorders the rows of a list, which have their address as `data-address`, by drag and by arrow keys. */
export function useReorder() {
  const [dragged, setDragged] = useState<string>()
  function drag(address: string, event: PointerEvent<HTMLElement>) {
    if (event.button !== 0) return
    event.preventDefault()
    setDragged(address)
    const handle = event.currentTarget
    const end = new AbortController()
    const { signal } = end
    function follow({ clientY }: globalThis.PointerEvent) {
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
  return { dragged, drag, press: moveByKey }
}

function moveByKey(address: string, event: KeyboardEvent<HTMLElement>): void {
  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
  if (by === undefined) return
  event.preventDefault()
  const handle = event.currentTarget
  move({ address, handle }, (_, at) => at + by)
  // A row that changes its place loses the focus.
  requestAnimationFrame(() => handle.focus())
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
