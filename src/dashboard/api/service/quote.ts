import {
  keepPreviousData,
  queryOptions,
  skipToken,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'

import * as endpoints from '#protocol/http/endpoints/quotes.ts'
import type { Quote, QuoteRequest } from '#protocol/quotes/quote.ts'
import { useApi } from './apiContext.ts'
import { type Api, ApiError, type ApiErrorCode, call, callWithRaw } from './client.ts'

/** A quote with its request and the time it was received. */
export type ReceivedQuote = {
  quote: Quote
  /** The JSON as received: this is verified, and sent back with nothing but signatures added. */
  received: unknown
  request: QuoteRequest
  /** Unix milliseconds on the service's clock. */
  receivedAtMs: number
}

/** The part of a quote that determines when it expires. */
export type TimedQuote = { quote: Pick<Quote, 'expirationTimestamp'>; receivedAtMs: number }

const maxRefreshMs = 86_400_000

/** When a quote expires, Unix milliseconds on the service's clock. */
export function getQuoteEndMs({ quote }: Pick<TimedQuote, 'quote'>): number {
  return Number(quote.expirationTimestamp) * 1000
}

/**
 * Milliseconds until a quote should be refreshed: when a quarter of its lifetime is left.
 *
 * @returns At least 1000 and at most a day, so that a service with a wrong clock is not polled without
 *   pause: a timer fires at once where it cannot hold its delay.
 */
export function getMsUntilRefresh(received: TimedQuote, nowMs: number): number {
  const endsAtMs = getQuoteEndMs(received)
  const lifeMs = Math.max(0, endsAtMs - received.receivedAtMs)
  return Math.min(maxRefreshMs, Math.max(1000, endsAtMs - lifeMs / 4 - nowMs))
}

/**
 * Query of a quote, refreshed before it expires. The old one stays as placeholder meanwhile.
 *
 * @param options.isPaused - No refresh, e.g. while the user types, reviews or signs.
 */
export function quoteOptions(
  api: Api,
  request: QuoteRequest | undefined,
  options: { isPaused: boolean },
) {
  return queryOptions({
    queryKey: ['quote', request],
    queryFn: request ? ({ signal }) => fetchQuote(api, request, signal) : skipToken,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: (failures, error) => failures < 2 && isWorthRetrying(error),
    refetchOnWindowFocus: ({ state }) =>
      !options.isPaused && state.data !== undefined && isOver(state.data, api.clock.nowMs()),
    refetchInterval: ({ state }) => {
      if (options.isPaused) return false
      if (state.error) return getRetryDelayMs(state.error)
      return state.data ? getMsUntilRefresh(state.data, api.clock.nowMs()) : false
    },
  })
}

/** The quote for `request`, refreshed before it expires; idle without a request. */
export function useQuote(request: QuoteRequest | undefined, options: { isPaused: boolean }) {
  return useQuery(quoteOptions(useApi(), request, options))
}

/** Requests a quote once. @throws ApiError as {@link call}. */
export async function fetchQuote(
  api: Api,
  request: QuoteRequest,
  signal?: AbortSignal,
): Promise<ReceivedQuote> {
  const { decoded, received } = await callWithRaw(api, endpoints.quote, {
    body: request,
    ...(signal ? { signal } : {}),
  })
  return { quote: decoded, received, request, receivedAtMs: api.clock.nowMs() }
}

/**
 * Whether the service may have done what it was asked, although its answer is none: it did not arrive, cannot
 * be read, or is by a program before the service.
 */
export function mayHaveArrived(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true
  return error.code === 'UNREACHABLE' || error.code === 'UNREADABLE' || error.status >= 500
}

/** A signed quote, and who is told about each try after which nobody knows whether it arrived. */
type Sending = { signed: unknown; onUnanswered: () => void }

/** Submits a signed quote, then refetches balances and history. */
export function useExecuteQuote() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    async mutationFn({ signed, onUnanswered }: Sending) {
      try {
        return await call(api, endpoints.executeQuote, { body: signed })
      } catch (error) {
        if (mayHaveArrived(error)) onUnanswered()
        throw error
      }
    },
    retry: (failures, error) => failures < 3 && isWorthRetrying(error),
    onSuccess: () =>
      Promise.all(
        ['balances', 'history'].map((noun) => queries.invalidateQueries({ queryKey: [noun] })),
      ),
  })
}

/** Refusals that may pass by themselves, as balances, prices, inventories or chains change. */
const transientCodes: ReadonlySet<ApiErrorCode> = new Set([
  'INSUFFICIENT_BALANCE',
  'INSUFFICIENT_LIQUIDITY',
  'PRICE_UNAVAILABLE',
  'SIMULATION_FAILED',
])

/** Delay before a refused request is sent again; false where the user must change it. */
export function getRetryDelayMs(error: Error): number | false {
  if (isWorthRetrying(error)) return 5000
  return error instanceof ApiError && transientCodes.has(error.code) ? 15_000 : false
}

function isOver(received: ReceivedQuote, nowMs: number): boolean {
  return getQuoteEndMs(received) <= nowMs
}

/**
 * Whether the same request may succeed soon: the service was unreachable, failed, or rate-limited.
 */
export function isWorthRetrying(error: Error): boolean {
  if (!(error instanceof ApiError)) return false
  return error.code === 'UNREACHABLE' || error.status >= 500 || error.status === 429
}
