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
  if (isRejection(cause))
    return new SigningError('REJECTED', translate('You declined in the wallet.'), { cause })
  return new SigningError(fallback, getMessage(cause), { cause })
}

function isRejection(cause: unknown): boolean {
  if (!isRecord(cause)) return false
  return cause['code'] === providerCode.rejected || isRejection(cause['cause'])
}

/** Whether a wallet's error says that it does not know a chain, or is not connected to it. */
export function isChainUnknown(cause: unknown): boolean {
  if (!isRecord(cause)) return false
  const { unknownChain, disconnectedChain } = providerCode
  if (cause['code'] === unknownChain || cause['code'] === disconnectedChain) return true
  const { data } = cause
  return isChainUnknown(cause['cause']) || (isRecord(data) && isChainUnknown(data['originalError']))
}

function getMessage(cause: unknown): string {
  if (isRecord(cause) && typeof cause['shortMessage'] === 'string') return cause['shortMessage']
  return cause instanceof Error ? cause.message : translate('The wallet gave no reason.')
}
