import { keepPreviousData, queryOptions, skipToken, useQuery } from '@tanstack/react-query'

import * as endpoints from '#protocol/http/endpoints/quotes.ts'
import type { IndicativeQuote, IndicativeQuoteRequest } from '#protocol/quotes/indicativeQuote.ts'
import { useApi } from './apiContext.ts'
import { type Api, call } from './client.ts'
import { getRetryDelayMs, isWorthRetrying } from './quote.ts'

/** What a quote would come to, and when the service said so. */
export type ReceivedPrice = {
  price: IndicativeQuote
  /** Unix milliseconds on the service's clock. */
  receivedAtMs: number
}

/** A price ages like a quote, which is refreshed when a quarter of its half minute is left. */
const refreshMs = 22_000

/**
 * Query of an indicative quote, which needs no account and cannot be signed. The old one stays as
 * placeholder while the next one comes. Source: wire, "Indicative quotes".
 */
export function indicativeQuoteOptions(
  api: Api,
  request: IndicativeQuoteRequest | undefined,
  options: { isPaused: boolean },
) {
  return queryOptions({
    queryKey: ['indicativeQuote', request],
    queryFn: request ? ({ signal }) => fetchPrice(api, request, signal) : skipToken,
    placeholderData: keepPreviousData,
    staleTime: refreshMs,
    gcTime: 60_000,
    retry: (failures, error) => failures < 2 && isWorthRetrying(error),
    refetchInterval: ({ state }) => {
      if (options.isPaused) return false
      return state.error ? getRetryDelayMs(state.error) : refreshMs
    },
  })
}

/** The price for `request`, refreshed like a quote; idle without a request. */
export function useIndicativeQuote(
  request: IndicativeQuoteRequest | undefined,
  options: { isPaused: boolean },
) {
  return useQuery(indicativeQuoteOptions(useApi(), request, options))
}

async function fetchPrice(
  api: Api,
  request: IndicativeQuoteRequest,
  signal: AbortSignal,
): Promise<ReceivedPrice> {
  const price = await call(api, endpoints.indicativeQuote, { body: request, signal })
  return { price, receivedAtMs: api.clock.nowMs() }
}
