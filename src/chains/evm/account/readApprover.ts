import { hashTypedData, recoverAddress } from 'viem/utils'

import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hash, Hex } from '#protocol/ids/hex.ts'
import type { TypedDataToSign } from '#protocol/orders/operation.ts'

/** Half the order of secp256k1: our accounts refuse signatures whose `s` is above it. */
const highestS = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

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
  return readHashSigner(hashApproval(typedData), signature)
}

/**
 * Whose signature over a hash this is, as our accounts read it.
 *
 * @returns Undefined unless the signature is 65 bytes r, s, v with the lower of the two s and v 27
 *   or 28, and recovers to somebody.
 */
export async function readHashSigner(hash: Hash, signature: Hex): Promise<EvmAddress | undefined> {
  if (signature.length !== 132) return undefined
  const isLow = BigInt(`0x${signature.slice(66, 130)}`) <= highestS
  if (!isLow || !/1[bc]$/i.test(signature)) return undefined
  try {
    return await recoverAddress({ hash, signature })
  } catch {
    // Not a point of the curve: nobody's signature.
    return undefined
  }
}
