import { ed25519 } from '@noble/curves/ed25519.js'

import { encodeBase58 } from '#protocol/ids/base58.ts'
import type { SolanaAddress } from '#protocol/ids/caip.ts'

/** Signs with the unlocked wallet's Solana key; takes bytes that were parsed and shown before. */
export type LocalSolanaSigner = {
  address: SolanaAddress
  /** @returns 64 bytes. */
  sign(bytes: Uint8Array): Uint8Array
}

/** Creates the signer of a 32-byte ed25519 seed. The seed never leaves this closure. */
export function createSolanaSigner(seed: Uint8Array): LocalSolanaSigner {
  const address = encodeBase58(ed25519.getPublicKey(seed))
  return { address, sign: (bytes) => ed25519.sign(bytes, seed) }
}
