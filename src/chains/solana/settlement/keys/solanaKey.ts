import { ed25519 } from '@noble/curves/ed25519.js'
import { sha512 } from '@noble/hashes/sha2.js'

import { decodeBase58, encodeBase58 } from '#protocol/ids/base58.ts'
import type { SolanaAddress } from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import { addressToBytes, encodeHex, decodeHex, joinBytes } from '../../program/bytes.ts'

const { Point } = ed25519
/** Sizes of the two parts of a signature: the point and the scalar. */
const pointBytes = 32
const scalarBytes = 32

/** Returns the address of a key. @param key - The 32-byte seed. Source: RFC 8032, section 5.1.5. */
export function getSolanaKeyAddress(key: Hash): SolanaAddress {
  return encodeBase58(ed25519.getPublicKey(decodeHex(key)))
}

/** Signs bytes: 64 bytes, deterministic. @param key - The 32-byte seed. */
export function signBytes(bytes: Uint8Array, key: Hash): Uint8Array {
  return ed25519.sign(bytes, decodeHex(key))
}

/**
 * Whether `signer` signed bytes, by a cluster's strict rules: the recomputed point equals the
 * signature's byte for byte, and neither it nor the key is of small order.
 *
 * RFC 8032 lets verifiers multiply by the cofactor of eight. A dishonest wallet could then produce
 * signatures that are valid here and on no cluster, and let us bear the cost of whatever we do
 * meanwhile. Source: `verify_strict`, ed25519-dalek.
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
    // Throws for a scalar that is not below the group order.
    const given = Point.BASE.multiplyUnsafe(toNumber(signature.slice(pointBytes)))
    return given.subtract(key.multiplyUnsafe(Point.Fn.create(hash))).equals(point)
  } catch {
    // Not a point of the curve, or a scalar out of range.
    return false
  }
}

/** Little-endian. */
function toNumber(bytes: Uint8Array): bigint {
  return BigInt(encodeHex(bytes.toReversed()))
}

/** Decodes a base58 signature to its 64 bytes; undefined when it is not one. */
export function parseSignature(text: string | undefined): Uint8Array | undefined {
  if (text === undefined || !/^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(text)) return undefined
  const bytes = decodeBase58(text)
  return bytes.length === 64 ? bytes : undefined
}
