import { useEffect, useState } from 'react'

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
