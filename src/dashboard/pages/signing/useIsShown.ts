import { type RefObject, useEffect, useRef } from 'react'

/** Returns a ref that is true while the component is mounted: a wallet may answer after that. */
export function useIsShown(): RefObject<boolean> {
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return isShown
}
