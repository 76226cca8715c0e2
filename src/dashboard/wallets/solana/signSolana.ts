import { decodeBase64 } from '#chains/solana/codec/base64.ts'
import type { SolanaAddress } from '#protocol/ids/caip.ts'
import { translate } from '../../language/translate.ts'
import { SigningError, toSigningError } from '../requests/signingError.ts'
import { prompts } from '../requests/prompts.ts'
import { preApprove } from '../requests/preApproval.ts'
import { answerSolana, buildSolanaRequest } from './answerSolana.ts'
import { getSolanaLink, getSolanaWallets } from './solanaConnection.ts'
import { isBy, takeSignature } from './takeSignature.ts'
import { encodeBase58 } from '#protocol/ids/base58.ts'
import { getLocalWallet } from '../local/localWallet.ts'

/** The signing account, and whether the network's money is play money. */
export type SolanaSigning = { address: SolanaAddress; isPlayMoney: boolean }

/**
 * Signs the message of a Solana operation that the review verified and the user confirmed there.
 * The local wallet does not ask again. Other wallets get a transaction without signatures; their
 * answer is accepted only if its message is unchanged.
 *
 * @param dataToSign - Base64 of a version 0 message, as the operation carries it.
 * @returns Base58 of 64 bytes.
 * @throws SigningError `CHANGED` when the wallet changed the message; other codes as for EVM.
 */
export async function signSolanaMessage(
  dataToSign: string,
  { address, isPlayMoney }: SolanaSigning,
): Promise<string> {
  const message = decodeBase64(dataToSign)
  const { connection } = getSolanaWallets()
  if (!connection) throw new SigningError('ABSENT', translate('No Solana wallet connected.'))
  if (connection.kind === 'local') return signLocally(message, { address, isPlayMoney })
  if (connection.address !== address)
    throw new SigningError(
      'ACCOUNT',
      translate('Select the account {key} in {wallet}, then sign again.', {
        key: shortenKey(address),
        wallet: connection.name,
      }),
    )
  if (!getSolanaWallets().isLive)
    throw new SigningError(
      'ABSENT',
      translate('{wallet} isn’t connected.', { wallet: connection.name }),
    )
  const link = await getSolanaLink()
  const answered = await link.sign(message)
  return takeSignature(answered, { message, address, wallet: connection.name })
}

async function signLocally(
  message: Uint8Array,
  { address, isPlayMoney }: SolanaSigning,
): Promise<string> {
  if (getLocalWallet().solanaAddress !== address)
    throw new SigningError('ACCOUNT', translate('The local wallet has a different Solana account.'))
  const withdrawApproval = preApprove(buildSolanaRequest(address, message))
  try {
    const signature = await answerSolana(message, { prompts, isPlayMoney })
    if (!isBy(address, { message, signature }))
      throw new SigningError('FAILED', translate('The local wallet signed with a different key.'))
    return encodeBase58(signature)
  } catch (cause) {
    throw toSigningError(cause)
  } finally {
    withdrawApproval()
  }
}

function shortenKey(address: SolanaAddress): string {
  return `${address.slice(0, 4)}\u2026${address.slice(-4)}`
}
