import { ed25519 } from '@noble/curves/ed25519.js'

import { decodeBase58, encodeBase58 } from '#protocol/base58.ts'
import type { SolanaAddress } from '#protocol/caip.ts'
import type { Hash } from '#protocol/hex.ts'
import { addressToBytes, hexBytes } from './program/bytes.ts'

/** The address of a key. @param key - The 32 bytes of its seed. Source: RFC 8032, section 5.1.5. */
export function addressOfSolanaKey(key: Hash): SolanaAddress {
  return encodeBase58(ed25519.getPublicKey(hexBytes(key)))
}

/** Signs bytes: 64 bytes, always the same for the same bytes. @param key - The 32 bytes of its seed. */
export function signBytes(bytes: Uint8Array, key: Hash): Uint8Array {
  return ed25519.sign(bytes, hexBytes(key))
}

/** Whether somebody signed bytes, by the strict rules of a cluster. */
export function isSignedBy(
  signer: SolanaAddress,
  { bytes, signature }: { bytes: Uint8Array; signature: Uint8Array },
): boolean {
  try {
    return ed25519.verify(signature, bytes, addressToBytes(signer), { zip215: false })
  } catch {
    // Not 64 bytes, or no point of the curve.
    return false
  }
}

/** The 64 bytes of a signature in base58; undefined when it is none. */
export function signatureBytes(text: string | undefined): Uint8Array | undefined {
  if (text === undefined || !/^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(text)) return undefined
  const bytes = decodeBase58(text)
  return bytes.length === 64 ? bytes : undefined
}
