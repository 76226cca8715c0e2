import { createContext, useContext, useEffect } from 'react'

/** Loads the code of the page that opens once a quote is signed; set by the app, which has the pages. */
export const FollowingPage = createContext<() => Promise<unknown>>(() => Promise.resolve())

/** Loads the page after signing while a review is read, so that it shows at once. */
export function usePreloadFollowingPage(): void {
  const preload = useContext(FollowingPage)
  // If it fails, opening the page tries again and says so.
  useEffect(() => void preload().catch(() => undefined), [preload])
}
