import { useSyncExternalStore } from 'react'

/** Returns whether the browser reports that it is offline. */
export function useIsOffline(): boolean {
  return useSyncExternalStore(
    (listener) => {
      window.addEventListener('online', listener)
      window.addEventListener('offline', listener)
      return () => {
        window.removeEventListener('online', listener)
        window.removeEventListener('offline', listener)
      }
    },
    () => !navigator.onLine,
  )
}
