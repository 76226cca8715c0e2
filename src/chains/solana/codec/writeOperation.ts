import type { AssetType } from '#protocol/ids/caip.ts'
import type { SolanaChainOperation } from '#protocol/orders/operation.ts'
import { encodeBase64, encodeHex } from '../program/bytes.ts'
import { decodeMessage, encodeMessage, type SolanaMessage } from './message.ts'

/**
 * Wraps a message as the operation that a user signs: its bytes and its instructions, one to one.
 *
 * @param asset - The asset that the operation names; amount in smallest units.
 */
export function writeOperation(
  message: SolanaMessage,
  asset: { assetType: AssetType; amount: bigint },
): SolanaChainOperation {
  const bytes = encodeMessage(message)
  return {
    type: 'solana',
    ...describeOperation(decodeMessage(bytes) ?? message),
    addressLookupTableAddresses: [],
    assetType: asset.assetType,
    amount: asset.amount.toString(),
    dataToSign: encodeBase64(bytes),
  }
}

/** Fields of an operation besides its bytes, in the form they have on the wire. */
export function describeOperation({
  feePayer,
  blockhash,
  instructions,
}: SolanaMessage): Pick<SolanaChainOperation, 'instructions' | 'recentBlockHash' | 'feePayer'> {
  return {
    instructions: instructions.map(({ programId, accounts, data }) => ({
      keys: accounts.map(({ address, isSigner, isWritable }) => ({
        pubkey: address,
        isSigner,
        isWritable,
      })),
      programId,
      data: encodeHex(data).slice(2),
    })),
    recentBlockHash: blockhash,
    feePayer,
  }
}
