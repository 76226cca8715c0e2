import { hmac } from '@noble/hashes/hmac.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/** m/44'/501'/0'/0', the path of the first Solana account. Source: SLIP-0044, Phantom. */
const solanaPath = [44, 501, 0, 0]

/** ed25519 has hardened child keys only. Source: SLIP-0010. */
const hardened = 0x8000_0000

/**
 * Derives the ed25519 seed of the first Solana account.
 *
 * @param seed - The BIP-39 seed, 64 bytes.
 * @returns 32 bytes.
 */
export function deriveSolanaSeed(seed: Uint8Array): Uint8Array {
  return derive(seed, solanaPath)
}

/** Derives a key along a path of hardened indexes (SLIP-0010, ed25519). @returns 32 bytes. */
export function derive(seed: Uint8Array, path: readonly number[]): Uint8Array {
  let node = hmac(sha512, utf8ToBytes('ed25519 seed'), seed)
  for (const step of path) {
    const index = new Uint8Array(4)
    new DataView(index.buffer).setUint32(0, hardened + step)
    const data = concatBytes(Uint8Array.of(0), node.slice(0, 32), index)
    node = hmac(sha512, node.slice(32), data)
  }
  return node.slice(0, 32)
}
