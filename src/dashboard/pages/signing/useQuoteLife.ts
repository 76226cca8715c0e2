import { useEffect, useState } from 'react'

import { useApi } from '../../api/service/apiContext.ts'
import { getQuoteEndMs, type TimedQuote as Lasting } from '../../api/service/quote.ts'
import { useNow } from '../../components/status/useNow.ts'

/** Remaining life of a quote, by the service's clock. */
export type QuoteLife = { secondsLeft: number; secondsTotal: number; isExpired: boolean }

/** Returns the life of a quote, updated four times a second; undefined without a quote. */
export function useQuoteLife(received: Lasting | undefined): QuoteLife | undefined {
  const { clock } = useApi()
  const nowMs = useNow(250) + clock.skewMs()
  if (!received) return undefined
  const endsAtMs = getQuoteEndMs(received)
  return {
    secondsLeft: Math.max(0, (endsAtMs - nowMs) / 1000),
    secondsTotal: Math.max(1, (endsAtMs - received.receivedAtMs) / 1000),
    isExpired: nowMs >= endsAtMs,
  }
}

/** Returns whether a quote has expired; renders only when that changes. */
export function useIsExpired(received: Lasting | undefined): boolean {
  const { clock } = useApi()
  const [expired, setExpired] = useState<Lasting>()
  useEffect(() => {
    if (!received) return undefined
    const leftMs = getQuoteEndMs(received) - clock.nowMs()
    const timer = setTimeout(() => setExpired(received), Math.max(0, leftMs))
    return () => clearTimeout(timer)
  }, [clock, received])
  return received !== undefined && expired === received
}
