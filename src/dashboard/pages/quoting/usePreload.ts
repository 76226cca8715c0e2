import { useEffect, useState } from 'react'

/**
 * Loads the code of a dialog once somebody has touched the page: before that none can be opened, and
 * the first view is ready sooner.
 *
 * @param dialog - Made by `lazyComponent`.
 */
export function usePreload(dialog: { preload: () => Promise<unknown> }): void {
  const isVisited = useIsVisited()
  useEffect(() => {
    // A dialog whose code cannot be loaded says so when it is opened.
    if (isVisited) void dialog.preload().catch(() => undefined)
  }, [isVisited, dialog])
}

const signs = ['pointermove', 'pointerdown', 'click', 'keydown'] as const

/**
 * Whether somebody has moved the pointer or pressed anything since the page was opened: what is not
 * shown before that is not read before it either, so that the first view is ready sooner.
 */
export function useIsVisited(): boolean {
  const [isVisited, setVisited] = useState(false)
  useEffect(() => {
    if (isVisited) return undefined
    function visit(): void {
      setVisited(true)
    }
    for (const sign of signs) window.addEventListener(sign, visit, { passive: true })
    return () => {
      for (const sign of signs) window.removeEventListener(sign, visit)
    }
  }, [isVisited])
  return isVisited
}
