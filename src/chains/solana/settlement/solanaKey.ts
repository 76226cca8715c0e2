import { ed25519 } from '@noble/curves/ed25519.js'
import { sha512 } from '@noble/hashes/sha2.js'

import { decodeBase58, encodeBase58 } from '#protocol/ids/base58.ts'
import type { SolanaAddress } from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import { addressToBytes, encodeHex, decodeHex, joinBytes } from '../program/bytes.ts'

const { Point } = ed25519
/** The two parts of a signature. */
const pointBytes = 32
const scalarBytes = 32

/** The address of a key. @param key - The 32 bytes of its seed. Source: RFC 8032, section 5.1.5. */
export function getSolanaKeyAddress(key: Hash): SolanaAddress {
  return encodeBase58(ed25519.getPublicKey(decodeHex(key)))
}

/** Signs bytes: 64 bytes, always the same for the same bytes. @param key - The 32 bytes of its seed. */
export function signBytes(bytes: Uint8Array, key: Hash): Uint8Array {
  return ed25519.sign(bytes, decodeHex(key))
}

/**
 * Whether somebody signed bytes, by the strict rules of a cluster: the point that key and bytes give is
 * the one that the signature names, to the byte, and neither it nor the key is of small order.
 *
 * RFC 8032 lets a verifier overlook what eight times is nothing. A wallet could then make signatures
 * that count here and on no cluster, and whatever is done meanwhile would be at our cost.
 * Source: `verify_strict`, ed25519-dalek.
 */
export function isSignedBy(
  signer: SolanaAddress,
  { bytes, signature }: { bytes: Uint8Array; signature: Uint8Array },
): boolean {
  if (signature.length !== pointBytes + scalarBytes) return false
  try {
    const [keyBytes, named] = [addressToBytes(signer), signature.slice(0, pointBytes)]
    const key = Point.fromBytes(keyBytes)
    const point = Point.fromBytes(named)
    if (key.isSmallOrder() || point.isSmallOrder()) return false
    const hash = toNumber(sha512(joinBytes([named, keyBytes, bytes])))
    // Throws for a scalar that is not below the order.
    const given = Point.BASE.multiplyUnsafe(toNumber(signature.slice(pointBytes)))
    return given.subtract(key.multiplyUnsafe(Point.Fn.create(hash))).equals(point)
  } catch {
    // No point of the curve, or a scalar out of range.
    return false
  }
}

/** Little-endian. */
function toNumber(bytes: Uint8Array): bigint {
  return BigInt(encodeHex(bytes.toReversed()))
}

/** The 64 bytes of a signature in base58; undefined when it is none. */
export function parseSignature(text: string | undefined): Uint8Array | undefined {
  if (text === undefined || !/^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(text)) return undefined
  const bytes = decodeBase58(text)
  return bytes.length === 64 ? bytes : undefined
}
