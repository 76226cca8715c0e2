import { hashTypedData, recoverAddress } from 'viem/utils'

import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hash, Hex } from '#protocol/ids/hex.ts'
import { normalizeSignature } from '#protocol/orders/normalizeSignature.ts'
import type { TypedDataToSign } from '#protocol/orders/operation.ts'

/** EIP-712 digest of typed data, which hardware wallets display. */
export function hashApproval(typedData: TypedDataToSign): Hash {
  return hashTypedData(typedData)
}

/**
 * Recovers the signer of typed data. Runs in the browser.
 *
 * @returns Undefined unless the signature is valid, in a form {@link normalizeSignature} reads.
 */
export async function readApprover(
  typedData: TypedDataToSign,
  signature: Hex,
): Promise<EvmAddress | undefined> {
  return readHashSigner(hashApproval(typedData), signature)
}

/**
 * Recovers the signer of a hash.
 *
 * @returns Undefined unless the signature is valid, in a form {@link normalizeSignature} reads.
 */
export async function readHashSigner(hash: Hash, signature: Hex): Promise<EvmAddress | undefined> {
  const normalized = normalizeSignature(signature)
  if (!/^0x.{128}1[bc]$/.test(normalized)) return undefined
  try {
    return await recoverAddress({ hash, signature: normalized })
  } catch {
    // Not a point of the curve.
    return undefined
  }
}
