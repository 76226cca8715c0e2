import { useMutation } from '@tanstack/react-query'

import type { PreparedCallQuote, PrepareCallQuoteRequest } from '#protocol/quotes/callQuote.ts'
import { useApi } from './apiContext.ts'
import { type Api, callWithRaw } from './client.ts'

/** A prepared call with what was asked for it and when it came. */
export type ReceivedCall = {
  prepared: PreparedCallQuote
  /** The JSON as it came: what is verified, and sent back with the signature only. */
  received: unknown
  request: PrepareCallQuoteRequest
  /** On the service's clock, milliseconds since the epoch. */
  receivedAtMs: number
}

/** Asks for the operation of a set of calls. @throws ApiError. */
export async function fetchPreparedCall(
  api: Api,
  request: PrepareCallQuoteRequest,
): Promise<ReceivedCall> {
  const { decoded, received } = await callWithRaw(api, 'prepareCallQuote', { body: request })
  return { prepared: decoded, received, request, receivedAtMs: api.clock.nowMs() }
}

/** {@link fetchPreparedCall}, when it is asked for. */
export function usePrepareCall() {
  const api = useApi()
  return useMutation({
    mutationFn: (request: PrepareCallQuoteRequest) => fetchPreparedCall(api, request),
  })
}
