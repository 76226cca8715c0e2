import { decodeHex } from '#chains/solana/program/bytes.ts'
import { encodeBase58 } from '#protocol/ids/base58.ts'
import type { SolanaChainOperation } from '#protocol/orders/operation.ts'
import {
  findSigningKey,
  getSignaturePlace,
  type Signable,
  type SigningOptions,
  createUnsignedError,
} from './signOne.ts'
import type { SolanaOperationFacts } from '../cases/operationFacts.ts'

/**
 * Adds the stored signature, in base58, to a Solana operation as received.
 *
 * @throws ReviewError when it is missing.
 */
export function addSolanaSignature(
  received: SolanaChainOperation,
  {
    signable,
    options,
  }: {
    signable: Signable<SolanaOperationFacts>
    options: Pick<SigningOptions, 'signatures' | 'owner' | 'others'>
  },
): SolanaChainOperation {
  const key = findSigningKey(signable.operation, options) ?? options.owner
  const signature = options.signatures.read(getSignaturePlace(signable, key))
  if (signature === undefined) throw createUnsignedError(signable.operation)
  return { ...received, signature: encodeBase58(decodeHex(signature)) }
}
