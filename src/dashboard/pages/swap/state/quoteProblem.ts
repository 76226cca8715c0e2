import { ApiError, type ApiErrorCode } from '#dashboard/api/service/client.ts'
import type { ChainIdentity } from '#dashboard/components/flow/chainIdentity.ts'
import { silentChain } from '../../silentChain.ts'

/** A quote that could not be had: what happened and the one thing to do. */
export type QuoteProblem = {
  kind: 'balance' | 'route' | 'service' | 'request'
  title: string
  body: string
  /** The service's own sentence; empty when the body says it already. */
  said: string
  /** On the main button. */
  button: string
  action: 'refresh' | undefined
  /** For support: the service's own code. */
  code: ApiErrorCode
}

type Look = Pick<QuoteProblem, 'kind' | 'title' | 'button' | 'action'> & { body?: string }

const balance: Look = {
  kind: 'balance',
  title: 'Not enough on the chains that may be spent from',
  button: 'Not enough to pay',
  action: undefined,
}
const route: Look = {
  kind: 'route',
  title: 'No route for this pair right now',
  body: 'The service found no way between these assets. Another asset or amount may work.',
  button: 'No route',
  action: undefined,
}
const busy: Look = {
  kind: 'service',
  title: 'The service could not quote this now',
  button: 'Try again',
  action: 'refresh',
}
const refused: Look = {
  kind: 'request',
  title: 'The service refused this request',
  button: 'Change the form',
  action: undefined,
}

const looks: Record<ApiErrorCode, Look> = {
  INSUFFICIENT_BALANCE: balance,
  NO_ROUTE: route,
  INSUFFICIENT_LIQUIDITY: {
    ...route,
    title: 'Too large to deliver right now',
    body: 'Nobody can deliver this much at the moment. A smaller amount may work.',
  },
  AMOUNT_TOO_LOW: {
    ...route,
    title: 'The amount does not cover its fees',
    body: 'Moving it costs more than it is worth. Raise the amount, or pay on one chain only.',
    button: 'Raise the amount',
  },
  SIMULATION_FAILED: { ...busy, title: 'This would fail on the chain' },
  PRICE_UNAVAILABLE: { ...busy, title: 'No reliable price right now' },
  UNREACHABLE: { ...busy, title: "Can't reach the quote service" },
  CHAIN_UNAVAILABLE: { ...busy, title: 'A chain does not answer' },
  STORAGE_UNAVAILABLE: busy,
  OVERLOADED: busy,
  RATE_LIMITED: { ...busy, title: 'Too many requests in a short time' },
  INTERNAL: busy,
  SPONSORSHIP_EXHAUSTED: { ...busy, title: 'The sponsored gas is used up at present' },
  GAS_LIMIT_EXCEEDED: refused,
  SPONSORSHIP_PAUSED: { ...busy, title: 'No gas is sponsored until tomorrow' },
  UNREADABLE: { ...busy, title: 'The answer could not be read' },
  INVALID_REQUEST: refused,
  UNAUTHENTICATED: refused,
  FORBIDDEN: refused,
  NOT_FOUND: refused,
  METHOD_NOT_ALLOWED: refused,
  PAYLOAD_TOO_LARGE: refused,
  UNSUPPORTED_MEDIA_TYPE: refused,
  UNSUPPORTED_ASSET: refused,
  UNSUPPORTED_CHAIN: refused,
  ADDRESS_MISMATCH: refused,
  RECIPIENT_MISMATCH: refused,
  QUOTE_TAMPERED: refused,
  QUOTE_EXPIRED: { ...busy, title: 'This quote expired', button: 'Get a new quote' },
  INVALID_SIGNATURE: refused,
  CONFLICT: refused,
  'DELEGATION-001': refused,
}

/**
 * Puts a refusal of the service into words; a chain that does not answer is named as in `chains`.
 * Source: pages, "Everywhere"; wire, "Errors".
 */
export function quoteProblem(
  error: Error,
  chains: ReadonlyMap<string, ChainIdentity>,
): QuoteProblem {
  const code = error instanceof ApiError ? error.code : 'INTERNAL'
  const look: Look = { ...looks[code], ...silentChain(error, chains) }
  return {
    ...look,
    body: look.body ?? error.message,
    said: look.body === undefined ? '' : error.message,
    code,
  }
}
