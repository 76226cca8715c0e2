import type { Hex } from '../ids/hex.ts'

/** Order of secp256k1. */
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
/** Highest `s` that chains and our accounts take. */
const highestS = order / 2n

/**
 * Rewrites a secp256k1 signature as chains take it: 65 bytes r, s, v with the lower of both possible
 * `s` and v 27 or 28. Reads v as 0 or 1, which some hardware wallets write, a higher `s`, and the 64
 * bytes of EIP-2098; each names the same signer.
 *
 * @returns In lower case; unchanged when it has none of these forms.
 */
export function normalizeSignature(signature: Hex): Hex {
  const parts = readParts(signature)
  return parts ? joinSignature(parts) : signature
}

/** Joins the parts of a signature to 65 bytes, as {@link normalizeSignature} writes them. */
export function joinSignature(parts: { r: bigint; s: bigint; yParity: number }): Hex {
  const { r, s, yParity } = lowerS(parts)
  return `0x${toWord(r)}${toWord(s)}${(27 + yParity).toString(16)}`
}

/** Replaces `s` of a signature by the lower of both possible ones, which the parity follows. */
export function lowerS<parts extends { s: bigint; yParity: number }>(parts: parts): parts {
  const { s, yParity } = parts
  return s > highestS && s < order ? { ...parts, s: order - s, yParity: 1 - yParity } : parts
}

/** Parity of `v` as 0, 1, 27 or 28; undefined for any other value. */
export function toParity(v: number): 0 | 1 | undefined {
  if (v === 0 || v === 27) return 0
  return v === 1 || v === 28 ? 1 : undefined
}

function readParts(signature: Hex): { r: bigint; s: bigint; yParity: number } | undefined {
  if (signature.length !== 130 && signature.length !== 132) return undefined
  const [r, second] = [signature.slice(2, 66), signature.slice(66, 130)]
  const s = BigInt(`0x${second}`)
  if (signature.length === 130)
    return { r: BigInt(`0x${r}`), s: BigInt.asUintN(255, s), yParity: Number(s >> 255n) }
  const yParity = toParity(Number(`0x${signature.slice(130)}`))
  return yParity === undefined ? undefined : { r: BigInt(`0x${r}`), s, yParity }
}

function toWord(value: bigint): string {
  return value.toString(16).padStart(64, '0')
}
