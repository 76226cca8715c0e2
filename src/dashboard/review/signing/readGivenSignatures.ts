import { hashApproval } from '#chains/evm/account/recoverSigner.ts'
import type { Hash, Hex } from '#protocol/ids/hex.ts'
import type { GivenSignature } from '#protocol/status/receipt.ts'
import type { OperationFacts } from '../verifyQuote.ts'
import { findSigningKey, getSignaturePlace, type SigningOptions } from './signOne.ts'

/** Returns the stored signatures of reviewed operations with their digests, for a receipt. */
export function readGivenSignatures(
  operations: readonly OperationFacts[],
  { id, ...options }: { id: Hash } & Pick<SigningOptions, 'signatures' | 'owner' | 'others'>,
): readonly GivenSignature[] {
  return operations.flatMap((operation): GivenSignature[] => {
    const key = findSigningKey(operation, options)
    if (key === undefined) return []
    const place = getSignaturePlace({ id, operation }, key)
    const signature = options.signatures.read(place)
    const authorization = options.signatures.read({ ...place, part: 'authorization' })
    if (signature === undefined) return []
    return [
      {
        operation: operation.index,
        key,
        digest: getDigest(operation),
        signature: toLowerHex(signature),
        ...(authorization !== undefined && { authorization: toLowerHex(authorization) }),
      },
    ]
  })
}

/** Returns what a hardware wallet shows of an operation: EIP-712 digest, or SHA-256 on Solana. */
export function getDigest(operation: OperationFacts): Hash {
  return operation.kind === 'evm' ? hashApproval(operation.typedData) : operation.digest
}

function toLowerHex(hex: Hex): Hex {
  return `0x${hex.slice(2).toLowerCase()}`
}
