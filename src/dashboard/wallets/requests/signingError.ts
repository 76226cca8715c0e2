import { isRecord } from '#protocol/ids/isRecord.ts'
import { providerCode } from './providerError.ts'

/** Why a wallet did not sign. */
export type SigningErrorCode =
  /** The person declined. */
  | 'REJECTED'
  /** The wallet would not change to the operation's chain. */
  | 'CHAIN'
  /** The wallet is on another account than the flow began with, or on none. */
  | 'ACCOUNT'
  /** The wallet shows no account: it is locked, or this app may not see its accounts any more. */
  | 'LOCKED'
  /** The wallet that has the key is not connected. */
  | 'ABSENT'
  /** The wallet cannot sign EIP-7702 authorizations. */
  | 'AUTHORIZATION'
  /** The wallet changed what it was given before it signed. */
  | 'CHANGED'
  /** Anything else; the message is the wallet's. */
  | 'FAILED'

/** A wallet did not sign; `code` says why. Nothing was sent. */
export class SigningError extends Error {
  override readonly name = 'SigningError'
  readonly code: SigningErrorCode

  constructor(code: SigningErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** The signing error that a wallet's own error means. */
export function toSigningError(
  cause: unknown,
  fallback: SigningErrorCode = 'FAILED',
): SigningError {
  if (cause instanceof SigningError) return cause
  if (isRejection(cause))
    return new SigningError('REJECTED', 'You declined in the wallet.', { cause })
  return new SigningError(fallback, getMessage(cause), { cause })
}

function isRejection(cause: unknown): boolean {
  if (!isRecord(cause)) return false
  return cause['code'] === providerCode.rejected || isRejection(cause['cause'])
}

/** Whether a wallet says that it does not know the chain, or is not connected to it. */
export function isChainUnknown(cause: unknown): boolean {
  if (!isRecord(cause)) return false
  const { unknownChain, disconnectedChain } = providerCode
  if (cause['code'] === unknownChain || cause['code'] === disconnectedChain) return true
  const { data } = cause
  return isChainUnknown(cause['cause']) || (isRecord(data) && isChainUnknown(data['originalError']))
}

function getMessage(cause: unknown): string {
  if (isRecord(cause) && typeof cause['shortMessage'] === 'string') return cause['shortMessage']
  return cause instanceof Error ? cause.message : 'The wallet gave no reason.'
}
