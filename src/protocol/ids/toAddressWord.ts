import { bytesToHex, pad } from 'viem/utils'

import { decodeBase58 } from './base58.ts'
import { type AccountAddress, EvmAddress } from './caip.ts'
import type { Hash } from './hex.ts'

/**
 * Returns an address of either ecosystem as 32 bytes for hashing: an EVM address left-padded with
 * zeros, a Solana address decoded from base58. Source: security rule 3.
 *
 * @throws Error when the text is not an address.
 */
export function toAddressWord(address: AccountAddress): Hash {
  if (address.startsWith('0x')) return pad(EvmAddress.parse(address))
  const bytes = decodeBase58(address)
  if (bytes.length !== 32) throw new Error(`"${address}" is not an address: it has no 32 bytes.`)
  return bytesToHex(bytes)
}
