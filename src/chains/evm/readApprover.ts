import { hashTypedData, recoverAddress } from 'viem/utils'

import type { EvmAddress } from '#protocol/caip.ts'
import type { Hash, Hex } from '#protocol/hex.ts'
import type { TypedDataToSign } from '#protocol/operation.ts'

/** The EIP-712 digest of typed data: what a hardware wallet shows and signs. */
export function hashApproval(typedData: TypedDataToSign): Hash {
  return hashTypedData(typedData)
}

/**
 * Whose signature over typed data this is. Runs in the browser.
 *
 * @returns Undefined unless the signature is 65 bytes that recover to somebody.
 */
export async function readApprover(
  typedData: TypedDataToSign,
  signature: Hex,
): Promise<EvmAddress | undefined> {
  if (signature.length !== 132) return undefined
  try {
    return await recoverAddress({ hash: hashApproval(typedData), signature })
  } catch {
    // Not a point of the curve: nobody's signature.
    return undefined
  }
}
