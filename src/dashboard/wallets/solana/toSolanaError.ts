import { isRecord } from '#protocol/ids/isRecord.ts'
import { translate } from '../../language/translate.ts'
import { SigningError, toSigningError } from '../requests/signingError.ts'

/** Solana wallets share no error code for a rejection; their messages share these words. */
const rejection = /\b(reject|declin|cancel|denied|refus)/i

/** Converts an error of a Solana wallet, which wallet-adapter may have wrapped. */
export function toSolanaError(cause: unknown): SigningError {
  const inner = isRecord(cause) && cause['error'] !== undefined ? cause['error'] : cause
  const error = toSigningError(inner)
  if (error.code !== 'FAILED') return error
  const message = inner instanceof Error ? inner.message : getMessage(cause)
  return rejection.test(message)
    ? new SigningError('REJECTED', translate('You declined in the wallet.'), { cause })
    : new SigningError('FAILED', message || translate('The wallet gave no reason.'), { cause })
}

function getMessage(cause: unknown): string {
  return cause instanceof Error ? cause.message : ''
}
