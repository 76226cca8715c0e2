import { isRecord } from '#protocol/ids/isRecord.ts'
import { translate } from '../../language/translate.ts'
import { providerCode } from './providerError.ts'

/** Why a wallet did not sign. */
export type SigningErrorCode =
  /** The user declined. */
  | 'REJECTED'
  /** The wallet did not switch to the operation's chain. */
  | 'CHAIN'
  /** The wallet has another account selected than the flow began with, or none. */
  | 'ACCOUNT'
  /** The wallet shows no account: it is locked, or this app lost access to its accounts. */
  | 'LOCKED'
  /** The wallet that holds the key is not connected. */
  | 'ABSENT'
  /** The wallet cannot sign EIP-7702 authorizations. */
  | 'AUTHORIZATION'
  /** The wallet changed the transaction before it signed. */
  | 'CHANGED'
  /** Anything else; the message is the wallet's own. */
  | 'FAILED'

/** Thrown when a wallet does not sign; `code` says why. Nothing was sent. */
export class SigningError extends Error {
  override readonly name = 'SigningError'
  readonly code: SigningErrorCode

  constructor(code: SigningErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** Converts a wallet's error. */
export function toSigningError(
  cause: unknown,
  fallback: SigningErrorCode = 'FAILED',
): SigningError {
  if (cause instanceof SigningError) return cause
  if (isRefusal(cause))
    return new SigningError('REJECTED', translate('You declined in the wallet.'), { cause })
  return new SigningError(fallback, getMessage(cause), { cause })
}

/**
 * Codes of a refusal: EIP-1193; WalletConnect's of requests, methods and chains; EIP-5792's of an
 * account upgrade; ethers'.
 */
const refusalCodes: ReadonlySet<unknown> = new Set([
  providerCode.rejected,
  5000,
  5001,
  5002,
  5750,
  'ACTION_REJECTED',
])

/** Say that a person refused: name them, or say nothing else. A node that rejects says why. */
const refusalTexts: readonly RegExp[] = [
  /\buser(?: has)? (?:reject|den(?:y|ied)|declin|cancel|disapprov|refus|abort|clos(?:e|ed) )/i,
  /\b(?:reject|den(?:y|ied)|declin|cancel|disapprov|refus)\w* (?:by|on|from) (?:the |your )?(?:user|wallet|device|ledger)/i,
  /\bclosed by (?:the )?user[.!]?$|^(?:pop-?up|modal)(?: window)?(?: was)? closed[.!]?$/i,
  /^(?:the )?(?:(?:request|transaction|tx|approval|connection|signature|sign|signing|message|action)(?: request)?(?: was)? )?(?:reject|denied|declin|cancel|disapprov|refus)\w*[.!]?$/i,
]

/** Whether an error says that the user refused, in any of the shapes in which wallets wrap it. */
export function isRefusal(cause: unknown): boolean {
  return unwrap(cause).some(
    ({ code, message }) =>
      refusalCodes.has(code) ||
      (typeof message === 'string' && refusalTexts.some((text) => text.test(message))),
  )
}

/** Whether a wallet's error says that it does not know a chain, or is not connected to it. */
export function isChainUnknown(cause: unknown): boolean {
  const { unknownChain, disconnectedChain } = providerCode
  return unwrap(cause).some(({ code }) => code === unknownChain || code === disconnectedChain)
}

/** Whether a wallet has asked its user already: who refused, or was asked before and has yet to answer. */
export function isOpenOrRefused(cause: unknown): boolean {
  return isRefusal(cause) || unwrap(cause).some(({ code }) => code === providerCode.pending)
}

/** Under which names wallets and libraries keep the error that they wrap. */
const wrappers = ['cause', 'error', 'data', 'originalError', 'info', 'message'] as const

/**
 * An error and the errors that it wraps, also as JSON in its text; at most so many levels, since a cause
 * may name itself.
 */
function unwrap(cause: unknown, levels = 5): readonly Record<string, unknown>[] {
  if (levels === 0) return []
  if (typeof cause === 'string')
    return [{ message: cause }, ...unwrap(parseObject(cause), levels - 1)]
  if (!isRecord(cause)) return []
  return [cause, ...wrappers.flatMap((name) => unwrap(cause[name], levels - 1))]
}

function parseObject(text: string): unknown {
  try {
    return text.startsWith('{') ? JSON.parse(text) : undefined
  } catch {
    // A text that only begins like an object.
    return undefined
  }
}

function getMessage(cause: unknown): string {
  // viem's errors have the wallet's own words as details.
  const [text] = unwrap(cause).flatMap(({ details, shortMessage, message }) =>
    [details, shortMessage, message].filter((one) => typeof one === 'string' && one !== ''),
  )
  return typeof text === 'string' ? text : translate('The wallet gave no reason.')
}
