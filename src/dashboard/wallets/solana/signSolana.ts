import { decodeBase64 } from '#chains/solana/program/bytes.ts'
import { decodeMessage, getSigners } from '#chains/solana/codec/message.ts'
import type { SolanaAddress } from '#protocol/ids/caip.ts'
import { translate } from '../../language/translate.ts'
import { SigningError } from '../errors/signingError.ts'
import { getSolanaLink, getSolanaWallets } from './solanaConnection.ts'
import { takeSignature } from './takeSignature.ts'
import { encodeBase58 } from '#protocol/ids/base58.ts'
import { openLocalKeys } from '../local/localWallet.ts'

/**
 * Signs the message of a Solana operation that the review verified and the user confirmed there.
 * Other wallets than the local one get a transaction without signatures; their answer is accepted
 * only if its message is unchanged.
 *
 * @param dataToSign - Base64 of a version 0 message, as the operation carries it.
 * @returns Base58 of 64 bytes.
 * @throws SigningError `CHANGED` when the wallet changed the message; other codes as for EVM.
 */
export async function signSolanaMessage(
  dataToSign: string,
  address: SolanaAddress,
): Promise<string> {
  const message = decodeBase64(dataToSign)
  const { connection } = getSolanaWallets()
  if (!connection) throw new SigningError('ABSENT', translate('No Solana wallet connected.'))
  if (connection.kind === 'local') return signLocally(message, address)
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

async function signLocally(message: Uint8Array, address: SolanaAddress): Promise<string> {
  const { solana } = await openLocalKeys()
  if (solana.address !== address)
    throw new SigningError('ACCOUNT', translate('The local wallet has a different Solana account.'))
  const read = decodeMessage(message)
  if (!read || !getSigners(read).includes(address))
    throw new SigningError(
      'ACCOUNT',
      translate('The transaction doesn’t need a signature from {address}.', { address }),
    )
  return encodeBase58(solana.sign(message))
}

function shortenKey(address: SolanaAddress): string {
  return `${address.slice(0, 4)}\u2026${address.slice(-4)}`
}
