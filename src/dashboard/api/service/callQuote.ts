import { useMutation } from '@tanstack/react-query'

import type { Quote } from '#protocol/quotes/quote.ts'
import { useApi } from './apiContext.ts'
import { type Api, callWithRaw } from './client.ts'

/** The quote of a signed call: the deposits that pay for it. */
export type ReceivedCallQuote = {
  quote: Quote
  /** The JSON as it came: what is verified, and sent back with signatures only. */
  received: unknown
  /** On the service's clock, milliseconds since the epoch. */
  receivedAtMs: number
}

/**
 * Asks for the quote of a prepared call.
 *
 * @param signed - The body: the prepared call as it came, signed.
 * @throws ApiError.
 */
export async function fetchCallQuote(api: Api, signed: unknown): Promise<ReceivedCallQuote> {
  const { decoded, received } = await callWithRaw(api, 'callQuote', { body: signed })
  return { quote: decoded, received, receivedAtMs: api.clock.nowMs() }
}

/** {@link fetchCallQuote}, when it is asked for. */
export function useCallQuote() {
  const api = useApi()
  return useMutation({ mutationFn: (signed: unknown) => fetchCallQuote(api, signed) })
}
