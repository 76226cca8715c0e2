import type { Hex } from '#protocol/ids/hex.ts'
import { ApiError, type ApiErrorCode } from '#dashboard/api/service/client.ts'
import type { ChainIdentity } from '#dashboard/components/flow/chainIdentity.ts'
import { wordFailReasons } from '#dashboard/review/messages/describeFailReason.ts'
import { translate } from '../../../language/translate.ts'
import { readServiceText } from '../../chains/readServiceText.ts'
import { describeUnresponsiveChain } from '../../chains/describeUnresponsiveChain.ts'

/** Message for a failed prepare or quote: what happened, which fields, what to do next. */
export type CallErrorMessage = {
  title: string
  body: string
  /** Errors by the request's own paths: `calls.0.to`, `tokensRequired.0.amount`. */
  fields: readonly { path: string; message: string }[]
  /** `change`: edit the form; `again`: retry; `prepare`: a new operation; `receive`: add funds. */
  next: 'change' | 'again' | 'prepare' | 'receive'
  code: ApiErrorCode
  /** Revert data of the contract, to be decoded with the form's ABIs. */
  revertData: Hex | undefined
}

type CallErrorText = Pick<CallErrorMessage, 'title' | 'next'> & { body?: string }

const busyText: CallErrorText = {
  title: translate('The service can’t do this right now'),
  next: 'again',
}
const rejectedText: CallErrorText = {
  title: translate('The service rejected this'),
  next: 'change',
}

const textByCode: Partial<Record<ApiErrorCode, CallErrorText>> = {
  SIMULATION_FAILED: { title: translate('These calls would revert'), next: 'change' },
  INVALID_REQUEST: { title: translate('Check the form'), next: 'change' },
  INSUFFICIENT_BALANCE: { title: translate('Insufficient balance'), next: 'receive' },
  INSUFFICIENT_LIQUIDITY: {
    title: translate('Amount too large right now'),
    next: 'change',
  },
  AMOUNT_TOO_LOW: { title: translate('The amount doesn’t cover the fees'), next: 'change' },
  NO_ROUTE: { title: translate('No route to pay for this right now'), next: 'change' },
  QUOTE_EXPIRED: {
    title: translate('The prepared operation expired'),
    body: translate('Nothing was sent.'),
    next: 'prepare',
  },
  QUOTE_TAMPERED: {
    title: translate('The service no longer recognizes this operation'),
    body: translate('It restarted, or the operation was changed in transit. Nothing was sent.'),
    next: 'prepare',
  },
  CONFLICT: { title: translate('This operation is no longer open'), next: 'prepare' },
  UNREACHABLE: { title: translate('Can’t reach the service'), next: 'again' },
  CHAIN_UNAVAILABLE: { title: translate('A chain isn’t responding'), next: 'again' },
  PRICE_UNAVAILABLE: { title: translate('No reliable price right now'), next: 'again' },
  RATE_LIMITED: { title: translate('Too many requests'), next: 'again' },
  STORAGE_UNAVAILABLE: busyText,
  OVERLOADED: busyText,
  INTERNAL: busyText,
  UNREADABLE: { title: translate('Couldn’t read the response'), next: 'again' },
  SPONSORSHIP_EXHAUSTED: {
    title: translate('Sponsored network fees are used up'),
    next: 'again',
  },
  SPONSORSHIP_PAUSED: {
    title: translate('No sponsored network fees until tomorrow'),
    next: 'again',
  },
}

/**
 * Returns the message for an error; a chain that does not answer gets its name from `chains`.
 * Source: pages, "Everywhere"; wire, "Errors".
 */
export function describeCallError(
  error: Error,
  chains: ReadonlyMap<string, ChainIdentity>,
): CallErrorMessage {
  const code = error instanceof ApiError ? error.code : 'INTERNAL'
  const look: CallErrorText = {
    ...(textByCode[code] ?? rejectedText),
    ...describeUnresponsiveChain(error, chains),
  }
  const { title, next, body } = look
  return {
    title,
    next,
    body: body ?? describeRevert(error) ?? wordFailReasons(readServiceText(error.message, chains)),
    fields: (error instanceof ApiError ? error.issues : []).map(({ path, message }) => {
      return { path, message: readServiceText(message, chains) }
    }),
    code,
    revertData: error instanceof ApiError ? error.revertData : undefined,
  }
}

/** What is known of an error without an ABI that names it. */
export const unnamedError: string = translate(
  'A contract refuses it with an error that no ABI here names. Change the call, or paste its full ABI.',
)

/** Codes that only say that a call reverts. */
const bare = /\b(?:EXECUTION_REVERTED|TRANSACTION_REVERTED|MISSING_REVERT_DATA)\b/

function describeRevert(error: Error): string | undefined {
  if (!(error instanceof ApiError) || error.code !== 'SIMULATION_FAILED') return undefined
  if (!bare.test(error.message)) return undefined
  return error.revertData === undefined || error.revertData === '0x'
    ? translate('One of the calls reverts without a reason. Change the calls, then try again.')
    : unnamedError
}

/** Returns what an error says about one field of the form; undefined if nothing. */
export function findErrorAt(error: CallErrorMessage | undefined, path: string): string | undefined {
  return error?.fields.find((field) => field.path === path)?.message
}
