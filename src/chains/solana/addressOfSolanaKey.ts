import { ed25519 } from '@noble/curves/ed25519.js'

import { encodeBase58 } from '#protocol/base58.ts'
import type { SolanaAddress } from '#protocol/caip.ts'
import type { Hash } from '#protocol/hex.ts'
import { hexBytes } from './program/bytes.ts'

/** The address of a Solana key, given its 32-byte Ed25519 seed. Source: RFC 8032, section 5.1.5. */
export function addressOfSolanaKey(seed: Hash): SolanaAddress {
  return encodeBase58(ed25519.getPublicKey(hexBytes(seed)))
}
