import { isRecord } from '#protocol/ids/isRecord.ts'
import { type SigningError, toSigningError } from '../errors/signingError.ts'

/** Converts an error of a Solana wallet, which wallet-adapter may have wrapped. */
export function toSolanaError(cause: unknown): SigningError {
  return toSigningError(isRecord(cause) && cause['error'] !== undefined ? cause['error'] : cause)
}
