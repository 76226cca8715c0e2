import { useEffect, useState } from 'react'

/** Returns the time in Unix milliseconds, updated every `everyMs` while mounted. */
export function useNow(everyMs = 1_000): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
