import { encodeBase64 } from '#chains/solana/codec/base64.ts'
import { decodeMessage, getSigners } from '#chains/solana/codec/message.ts'
import type { SolanaAddress } from '#protocol/ids/caip.ts'
import {
  getLocalWallet,
  getLocalSolanaAddress,
  getProviderSolanaSigner,
} from '../local/localWallet.ts'
import type { Prompts } from '../requests/prompts.ts'
import { providerCode, ProviderError } from '../requests/providerError.ts'
import { takePreApproval } from '../requests/preApproval.ts'
import type { SolanaSignatureRequest } from '../requests/solanaSignatureRequest.ts'

/** Where the local wallet is asked for a signature on Solana. */
export type SolanaSigningContext = {
  prompts: Prompts
  /** Whether a wallet without a passphrase may sign here. */
  isPlayMoney: boolean
}

/** How this app's review vouches for a message; see preApproval.ts. */
export function buildSolanaRequest(address: SolanaAddress, message: Uint8Array) {
  return { method: 'solana:signTransaction', params: [address, encodeBase64(message)] } as const
}

/**
 * Signs a version 0 message with the local wallet's Solana key: reads it, asks the person unless they
 * confirmed this very message in this app's review, signs what was read.
 *
 * @returns 64 bytes.
 * @throws ProviderError 4100 without a wallet, for a message that needs no signature of it, or for
 *   what this app did not ask while the wallet is locked; 4001 rejected; -32602 unreadable; -32005 too many requests.
 */
export async function answerSolana(
  given: Uint8Array,
  { prompts, isPlayMoney }: SolanaSigningContext,
): Promise<Uint8Array> {
  // What was vouched for, shown and signed is one copy: who asked cannot change it in between.
  const message = Uint8Array.from(given)
  const known = getLocalWallet().solanaAddress
  const vouch = known && takePreApproval(buildSolanaRequest(known, message))
  // Only this app may make the wallet ask for its passphrase.
  if (vouch === undefined && getLocalWallet().status === 'locked')
    throw new ProviderError(providerCode.unauthorized, 'The wallet is locked.')
  const address = await getLocalSolanaAddress()
  const request = parseSolanaRequest(message, address)
  if (vouch === undefined) await prompts.ask({ from: 'page', address, request })
  const signer = await getProviderSolanaSigner({ isPlayMoney })
  return signer.sign(request.message)
}

/**
 * Reads a message that one address is to sign. What comes back holds a copy: who asked cannot change it
 * between the dialog and the signature.
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
      'This is no version 0 message without lookup tables, or not in its usual form.',
    )
  if (!getSigners(read).includes(address))
    throw new ProviderError(
      providerCode.unauthorized,
      `This message needs no signature by ${address}.`,
    )
  return Object.freeze({
    kind: 'solanaTransaction',
    message,
    feePayer: read.feePayer,
    programs: [...new Set(read.instructions.map(({ programId }) => programId))],
    instructionCount: read.instructions.length,
  })
}
