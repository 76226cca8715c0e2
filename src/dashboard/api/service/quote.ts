import {
  keepPreviousData,
  queryOptions,
  skipToken,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'

import type { Quote, QuoteRequest } from '#protocol/quotes/quote.ts'
import { useApi } from './apiContext.ts'
import { type Api, ApiError, type ApiErrorCode, call, callWithRaw } from './client.ts'

/** A quote with what was asked for it and when it came. */
export type ReceivedQuote = {
  quote: Quote
  /** The JSON as it came: what is verified, and sent back with signatures only. */
  received: unknown
  request: QuoteRequest
  /** On the service's clock, milliseconds since the epoch. */
  receivedAtMs: number
}

/** What of a quote its clock needs. */
export type TimedQuote = { quote: Pick<Quote, 'expirationTimestamp'>; receivedAtMs: number }

/** When a quote ends, in milliseconds since the epoch on the service's clock. */
export function getQuoteEndMs({ quote }: Pick<TimedQuote, 'quote'>): number {
  return Number(quote.expirationTimestamp) * 1000
}

/**
 * Milliseconds until a quote should be asked again: when a quarter of its life is left.
 *
 * @returns At least 1000, so that a service with a wrong clock is not asked without pause.
 */
export function getMsUntilRefresh(received: TimedQuote, nowMs: number): number {
  const endsAtMs = getQuoteEndMs(received)
  const lifeMs = Math.max(0, endsAtMs - received.receivedAtMs)
  return Math.max(1000, endsAtMs - lifeMs / 4 - nowMs)
}

/**
 * Key, fetch and refresh of a quote. The old one stays as placeholder while a new one is fetched.
 *
 * @param options.isPaused - No refresh: while typing, reviewing or signing.
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

/** The quote for `request`, kept fresh while shown; idle without one. */
export function useQuote(request: QuoteRequest | undefined, options: { isPaused: boolean }) {
  return useQuery(quoteOptions(useApi(), request, options))
}

/** Asks for a quote once. @throws ApiError as {@link call}. */
export async function fetchQuote(
  api: Api,
  request: QuoteRequest,
  signal?: AbortSignal,
): Promise<ReceivedQuote> {
  const { decoded, received } = await callWithRaw(api, 'quote', {
    body: request,
    ...(signal ? { signal } : {}),
  })
  return { quote: decoded, received, request, receivedAtMs: api.clock.nowMs() }
}

/** Submits a signed quote; afterwards balances and history are read again. */
export function useExecuteQuote() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (signed: unknown) => call(api, 'executeQuote', { body: signed }),
    retry: (failures, error) => failures < 3 && isWorthRetrying(error),
    onSuccess: () =>
      Promise.all(
        ['balance', 'balances', 'history'].map((noun) =>
          queries.invalidateQueries({ queryKey: [noun] }),
        ),
      ),
  })
}

/** Refusals about this moment: balances, prices, inventories and chains move on by themselves. */
const transientCodes: ReadonlySet<ApiErrorCode> = new Set([
  'INSUFFICIENT_BALANCE',
  'INSUFFICIENT_LIQUIDITY',
  'PRICE_UNAVAILABLE',
  'SIMULATION_FAILED',
])

/** When a request that was refused is sent again; never where only another form can help. */
function getRetryDelayMs(error: Error): number | false {
  if (isWorthRetrying(error)) return 5000
  return error instanceof ApiError && transientCodes.has(error.code) ? 15_000 : false
}

function isOver(received: ReceivedQuote, nowMs: number): boolean {
  return getQuoteEndMs(received) <= nowMs
}

/** Whether the same request may go through a moment later: nothing answered, or a fault did. */
function isWorthRetrying(error: Error): boolean {
  if (!(error instanceof ApiError)) return false
  return error.code === 'UNREACHABLE' || error.status >= 500 || error.status === 429
}
