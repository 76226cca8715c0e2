import { decodeHex } from '#chains/solana/program/bytes.ts'
import { encodeBase58 } from '#protocol/ids/base58.ts'
import type { SolanaChainOperation } from '#protocol/orders/operation.ts'
import { keyOf, placeOf, type Signable, type SigningOptions, unsigned } from './signOne.ts'
import type { SolanaOperationFacts } from '../cases/operationFacts.ts'

/**
 * An operation on Solana to send: as it was received, with the kept signature in base58.
 *
 * @throws SigningRefusal when it is missing.
 */
export function withSolanaSignature(
  received: SolanaChainOperation,
  {
    signable,
    options,
  }: {
    signable: Signable<SolanaOperationFacts>
    options: Pick<SigningOptions, 'book' | 'owner' | 'others'>
  },
): SolanaChainOperation {
  const key = keyOf(signable.operation, options) ?? options.owner
  const signature = options.book.read(placeOf(signable, key))
  if (signature === undefined) throw unsigned(signable.operation)
  return { ...received, signature: encodeBase58(decodeHex(signature)) }
}
