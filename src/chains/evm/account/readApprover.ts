import { hashTypedData, recoverAddress } from 'viem/utils'

import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hash, Hex } from '#protocol/ids/hex.ts'
import type { TypedDataToSign } from '#protocol/orders/operation.ts'

/** Half the order of secp256k1; our accounts reject signatures with a higher `s`. */
const highestS = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

/** EIP-712 digest of typed data, which hardware wallets display. */
export function hashApproval(typedData: TypedDataToSign): Hash {
  return hashTypedData(typedData)
}

/**
 * Recovers the signer of typed data. Runs in the browser.
 *
 * @returns Undefined unless the signature has 65 bytes and is valid.
 */
export async function readApprover(
  typedData: TypedDataToSign,
  signature: Hex,
): Promise<EvmAddress | undefined> {
  return readHashSigner(hashApproval(typedData), signature)
}

/**
 * Recovers the signer of a hash by the rules of our accounts.
 *
 * @returns Undefined unless the signature is 65 bytes r, s, v with the lower of both possible s and
 *   v 27 or 28, and is valid.
 */
export async function readHashSigner(hash: Hash, signature: Hex): Promise<EvmAddress | undefined> {
  if (signature.length !== 132) return undefined
  const isLow = BigInt(`0x${signature.slice(66, 130)}`) <= highestS
  if (!isLow || !/1[bc]$/i.test(signature)) return undefined
  try {
    return await recoverAddress({ hash, signature })
  } catch {
    // Not a point of the curve.
    return undefined
  }
}
