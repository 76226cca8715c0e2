import { useMutation } from '@tanstack/react-query'

import * as endpoints from '#protocol/http/endpoints/quotes.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { useApi } from './apiContext.ts'
import { type Api, callWithRaw } from './client.ts'
import type { PreparedCallQuote, PrepareCallQuoteRequest } from '#protocol/quotes/callQuote.ts'

/** The quote of a signed call, with the deposits that fund it. */
export type ReceivedCallQuote = {
  quote: Quote
  /** The JSON as received: this is verified, and sent back with nothing but signatures added. */
  received: unknown
  /** Unix milliseconds on the service's clock. */
  receivedAtMs: number
}

/**
 * Requests the quote of a prepared call.
 *
 * @param signed - The prepared call as received, with its signature.
 * @throws ApiError.
 */
export async function fetchCallQuote(api: Api, signed: unknown): Promise<ReceivedCallQuote> {
  const { decoded, received } = await callWithRaw(api, endpoints.callQuote, { body: signed })
  return { quote: decoded, received, receivedAtMs: api.clock.nowMs() }
}

/** Mutation of {@link fetchCallQuote}. */
export function useCallQuote() {
  const api = useApi()
  return useMutation({ mutationFn: (signed: unknown) => fetchCallQuote(api, signed) })
}

/** A prepared call with its request and the time it was received. */
export type ReceivedCall = {
  prepared: PreparedCallQuote
  /** The JSON as received: this is verified, and sent back with nothing but the signature added. */
  received: unknown
  request: PrepareCallQuoteRequest
  /** Unix milliseconds on the service's clock. */
  receivedAtMs: number
}

/** Requests the operation for a set of calls. @throws ApiError. */
export async function fetchPreparedCall(
  api: Api,
  request: PrepareCallQuoteRequest,
): Promise<ReceivedCall> {
  const { decoded, received } = await callWithRaw(api, endpoints.prepareCallQuote, {
    body: request,
  })
  return { prepared: decoded, received, request, receivedAtMs: api.clock.nowMs() }
}

/** Mutation of {@link fetchPreparedCall}. */
export function usePrepareCall() {
  const api = useApi()
  return useMutation({
    mutationFn: (request: PrepareCallQuoteRequest) => fetchPreparedCall(api, request),
  })
}
