import { encodeBase64 } from '#chains/solana/codec/base64.ts'
import { decodeMessage, getSigners } from '#chains/solana/codec/message.ts'
import type { SolanaAddress } from '#protocol/ids/caip.ts'
import { translate } from '../../language/translate.ts'
import {
  getLocalWallet,
  getLocalSolanaAddress,
  getProviderSolanaSigner,
} from '../local/localWallet.ts'
import type { Prompts } from '../requests/prompts.ts'
import { providerCode, ProviderError } from '../requests/providerError.ts'
import { takePreApproval } from '../requests/preApproval.ts'
import type { SolanaSignatureRequest } from '../requests/solanaSignatureRequest.ts'

/** What the local wallet needs to sign on Solana. */
export type SolanaSigningContext = {
  prompts: Prompts
  /** Whether a wallet without a passphrase may sign here. */
  isPlayMoney: boolean
}

/** The request under which the review pre-approves a message; see preApproval.ts. */
export function buildSolanaRequest(address: SolanaAddress, message: Uint8Array) {
  return { method: 'solana:signTransaction', params: [address, encodeBase64(message)] } as const
}

/**
 * Signs a version 0 message with the local wallet's Solana key: parses it, prompts the user unless
 * they confirmed this exact message in the app's review, and signs what was parsed.
 *
 * @returns 64 bytes.
 * @throws ProviderError 4100 without a wallet, for a message that does not need its signature, or
 *   for one that is not the app's own while the wallet is locked; 4001 rejected; -32602 unreadable;
 *   -32005 too many requests.
 */
export async function answerSolana(
  given: Uint8Array,
  { prompts, isPlayMoney }: SolanaSigningContext,
): Promise<Uint8Array> {
  // One copy is pre-approved, shown and signed: the caller cannot change it in between.
  const message = Uint8Array.from(given)
  const known = getLocalWallet().solanaAddress
  const approval = known && takePreApproval(buildSolanaRequest(known, message))
  // Only the app's own requests may open the passphrase dialog.
  if (approval === undefined && getLocalWallet().status === 'locked')
    throw new ProviderError(providerCode.unauthorized, translate('The wallet is locked.'))
  const address = await getLocalSolanaAddress()
  const request = parseSolanaRequest(message, address)
  if (approval === undefined) await prompts.ask({ from: 'page', address, request })
  const signer = await getProviderSolanaSigner({ isPlayMoney })
  return signer.sign(request.message)
}

/**
 * Parses a message that `address` is to sign. The result holds a copy, which the caller cannot
 * change between the dialog and the signature.
 *
 * @throws ProviderError -32602 unreadable; 4100 when the message does not need this signature.
 */
export function parseSolanaRequest(
  given: Uint8Array,
  address: SolanaAddress,
): SolanaSignatureRequest {
  const message = Uint8Array.from(given)
  const read = decodeMessage(message)
  if (!read)
    throw new ProviderError(
      providerCode.invalidParameters,
      translate('This isn’t a standard version 0 message without lookup tables.'),
    )
  if (!getSigners(read).includes(address))
    throw new ProviderError(
      providerCode.unauthorized,
      translate('This message doesn’t need a signature from {address}.', { address }),
    )
  return Object.freeze({
    kind: 'solanaTransaction',
    message,
    feePayer: read.feePayer,
    programs: [...new Set(read.instructions.map(({ programId }) => programId))],
    instructionCount: read.instructions.length,
  })
}
