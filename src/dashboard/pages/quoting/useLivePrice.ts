import { useMemo } from 'react'

import type { IndicativeQuoteRequest } from '#protocol/quotes/indicativeQuote.ts'
import { type ReceivedPrice, useIndicativeQuote } from '#dashboard/api/service/indicativeQuote.ts'
import type { ChainIdentity } from '#dashboard/components/flow/chainIdentity.ts'
import { useIsOffline } from '#dashboard/components/status/useIsOffline.ts'
import type { AssetChoice } from './assets/assetChoices.ts'
import { describeQuoteError, type QuoteErrorMessage } from './describeQuoteError.ts'
import { buildQuoteView, type QuoteView } from './quoteView.ts'
import { quoteDelayMs, useDebouncedValue } from './useDebouncedValue.ts'
import { useQuoteError } from './useQuoteError.ts'

/** A price with what a page shows of it. */
export type ShownPrice = { received: ReceivedPrice; view: QuoteView }

/** The price of a form while no account is known, kept up to date. */
export type LivePrice = {
  /** The latest price, possibly still for an earlier state of the form. */
  shown: ShownPrice | undefined
  /** Whether the price of the current form is being requested. */
  isAsking: boolean
  isOffline: boolean
  error: QuoteErrorMessage | undefined
  refresh: () => void
}

/** Returns what a form would come to, without an account. Source: wire, "Indicative quotes". */
export function useLivePrice(
  request: IndicativeQuoteRequest | undefined,
  known: { choices: readonly AssetChoice[]; chains: ReadonlyMap<string, ChainIdentity> },
): LivePrice {
  const { choices, chains } = known
  const { debounced, isPending } = useDebouncedValue(request, {
    key: JSON.stringify(request ?? null),
    delayMs: quoteDelayMs,
  })
  const isOffline = useIsOffline()
  const price = useIndicativeQuote(debounced, { isPaused: isPending || isOffline })
  const error = useQuoteError(price, debounced)
  const isMeant = request !== undefined && !(error && price.isPlaceholderData)
  const received = debounced && isMeant ? price.data : undefined
  return {
    shown: useMemo(
      () => received && { received, view: buildQuoteView(received.price, { choices, chains }) },
      [received, choices, chains],
    ),
    isOffline,
    isAsking: request !== undefined && (isPending || price.isPlaceholderData || price.isPending),
    error: error && !isPending ? describeQuoteError(error, chains) : undefined,
    refresh: () => void price.refetch(),
  }
}
