import { bytesToHex, pad } from 'viem/utils'

import { decodeBase58 } from './base58.ts'
import { type AccountAddress, EvmAddress } from './caip.ts'
import type { Hash } from './hex.ts'

/**
 * An address of either ecosystem as the 32 bytes that are hashed: an EVM address with zeros in
 * front, a Solana address as it is. Source: security rule 3.
 *
 * @throws Error when it is neither.
 */
export function toAddressWord(address: AccountAddress): Hash {
  if (address.startsWith('0x')) return pad(EvmAddress.parse(address))
  const bytes = decodeBase58(address)
  if (bytes.length !== 32) throw new Error(`"${address}" is not an address: it has no 32 bytes.`)
  return bytesToHex(bytes)
}
