import { privateKeyToAddress } from 'viem/accounts'

import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'

/**
 * The EVM address of a private key.
 *
 * @param key - 32 bytes.
 * @throws Error when the bytes are no secp256k1 key (zero, or not below the curve's order).
 */
export function getKeyAddress(key: Hash): EvmAddress {
  return privateKeyToAddress(key)
}
