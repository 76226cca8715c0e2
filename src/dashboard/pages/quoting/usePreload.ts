import { useEffect } from 'react'

import { useIsVisited } from './useIsVisited.ts'

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
