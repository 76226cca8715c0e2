import { privateKeyToAddress } from 'viem/accounts'

import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'

/**
 * Returns the EVM address of a private key.
 *
 * @param key - 32 bytes.
 * @throws Error if the key is invalid for secp256k1 (zero, or not below the curve's order).
 */
export function getKeyAddress(key: Hash): EvmAddress {
  return privateKeyToAddress(key)
}
