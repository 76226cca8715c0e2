import { ApiError, type ApiErrorCode } from '#dashboard/api/service/client.ts'
import type { ChainIdentity } from '#dashboard/components/flow/chainIdentity.ts'
import { translate } from '../../language/translate.ts'
import { readServiceText } from '../chains/readServiceText.ts'
import { describeUnresponsiveChain } from '../chains/describeUnresponsiveChain.ts'

/** Message for a quote that failed: what happened and what to do. */
export type QuoteErrorMessage = {
  kind: 'balance' | 'route' | 'service' | 'request'
  title: string
  body: string
  /** The service's own message; empty if the body has it already. */
  detail: string
  /** Label of the main button. */
  button: string
  action: 'refresh' | undefined
  /** The service's error code, for support. */
  code: ApiErrorCode
  /** The most that can be moved instead, in the units of what is paid. */
  most?: bigint | undefined
}

type QuoteErrorText = Pick<QuoteErrorMessage, 'kind' | 'title' | 'button' | 'action'> & {
  body?: string
}

const balanceText: QuoteErrorText = {
  kind: 'balance',
  title: translate('Not enough on the selected chains'),
  body: translate(
    'The amount plus fees exceeds your balance there. Lower the amount or select more chains.',
  ),
  button: translate('Insufficient balance'),
  action: undefined,
}
const routeText: QuoteErrorText = {
  kind: 'route',
  title: translate('No route for this pair right now'),
  body: translate('The service found no route between these assets. Try another asset or amount.'),
  button: translate('No route'),
  action: undefined,
}
const busyText: QuoteErrorText = {
  kind: 'service',
  title: translate('The service can’t quote this right now'),
  button: translate('Try again'),
  action: 'refresh',
}
const rejectedText: QuoteErrorText = {
  kind: 'request',
  title: translate('The service rejected this request'),
  button: translate('Check the form'),
  action: undefined,
}

const textByCode: Record<ApiErrorCode, QuoteErrorText> = {
  INSUFFICIENT_BALANCE: balanceText,
  NO_ROUTE: routeText,
  INSUFFICIENT_LIQUIDITY: {
    ...routeText,
    title: translate('Amount too large right now'),
    body: translate('Not enough liquidity to deliver this much right now. Try a smaller amount.'),
    button: translate('Lower the amount'),
  },
  AMOUNT_TOO_LOW: {
    ...routeText,
    title: translate('The amount doesn’t cover the fees'),
    body: translate(
      'Moving it costs more than it’s worth. Increase the amount, or pay from one chain only.',
    ),
    button: translate('Increase the amount'),
  },
  SIMULATION_FAILED: { ...busyText, title: translate('This would fail on chain') },
  PRICE_UNAVAILABLE: {
    ...busyText,
    title: translate('No reliable price right now'),
    body: translate(
      'Price feeds and pools disagree, or a price is out of date. Quotes resume once that’s resolved.',
    ),
  },
  UNREACHABLE: { ...busyText, title: translate('Can’t reach the quote service') },
  CHAIN_UNAVAILABLE: { ...busyText, title: translate('A chain isn’t responding') },
  STORAGE_UNAVAILABLE: busyText,
  OVERLOADED: busyText,
  RATE_LIMITED: { ...busyText, title: translate('Too many requests') },
  INTERNAL: busyText,
  SPONSORSHIP_EXHAUSTED: {
    ...busyText,
    title: translate('Sponsored network fees are used up'),
  },
  GAS_LIMIT_EXCEEDED: rejectedText,
  SPONSORSHIP_PAUSED: { ...busyText, title: translate('No sponsored network fees until tomorrow') },
  UNREADABLE: { ...busyText, title: translate('Couldn’t read the response') },
  INVALID_REQUEST: rejectedText,
  UNAUTHENTICATED: rejectedText,
  FORBIDDEN: rejectedText,
  NOT_FOUND: rejectedText,
  METHOD_NOT_ALLOWED: rejectedText,
  PAYLOAD_TOO_LARGE: rejectedText,
  UNSUPPORTED_MEDIA_TYPE: rejectedText,
  UNSUPPORTED_ASSET: rejectedText,
  UNSUPPORTED_CHAIN: rejectedText,
  ADDRESS_MISMATCH: rejectedText,
  RECIPIENT_MISMATCH: rejectedText,
  QUOTE_TAMPERED: rejectedText,
  QUOTE_EXPIRED: {
    ...busyText,
    title: translate('This quote expired'),
    button: translate('Get a new quote'),
  },
  INVALID_SIGNATURE: rejectedText,
  CONFLICT: rejectedText,
  'DELEGATION-001': rejectedText,
}

/** A reason of the chain that is no sentence, such as `MISSING_REVERT_DATA`. */
const bareCode = /\b[A-Z]+(?:_[A-Z]+)+\b/
const revertedText = translate(
  'One of its steps reverts right now. Try again, or change the amount.',
)

/**
 * Returns the message for an error; a chain that does not answer gets its name from `chains`.
 * Source: pages, "Everywhere"; wire, "Errors".
 */
export function describeQuoteError(
  error: Error,
  chains: ReadonlyMap<string, ChainIdentity>,
): QuoteErrorMessage {
  const code = error instanceof ApiError ? error.code : 'INTERNAL'
  const look: QuoteErrorText = { ...textByCode[code], ...describeUnresponsiveChain(error, chains) }
  const said = readServiceText(error.message, chains)
  const body = look.body ?? (bareCode.test(said) ? revertedText : undefined)
  return {
    ...look,
    body: body ?? said,
    detail: body === undefined ? '' : said,
    code,
    most: error instanceof ApiError ? error.most : undefined,
  }
}
