import { z } from 'zod/mini'

import { getSolanaKeyAddress } from '#chains/solana/settlement/keys/solanaKey.ts'
import { decodeBase58, encodeBase58 } from '#protocol/ids/base58.ts'
import type { Hash } from '#protocol/ids/hex.ts'

const Bytes = z.array(z.int().check(z.minimum(0), z.maximum(255)))
const seedBytes = 32
const keypairBytes = 64

/**
 * Parses a Solana key in any common form: base58, or the JSON byte array of command line tools; a
 * 32-byte seed, or the seed followed by its public key.
 *
 * @returns The seed; undefined when the text is invalid or the public key does not match.
 */
export function parseSolanaKey(text: string): Hash | undefined {
  const bytes = text.trim().startsWith('[') ? parseJsonBytes(text) : parseBase58(text.trim())
  if (bytes?.length !== seedBytes && bytes?.length !== keypairBytes) return undefined
  const seed = parseHash(bytes.subarray(0, seedBytes))
  const isWhole = bytes.length === seedBytes
  const publicKey = encodeBase58(bytes.subarray(seedBytes))
  return isWhole || publicKey === getSolanaKeyAddress(seed) ? seed : undefined
}

/** Returns every form in which a Solana key may be written, so that none is logged. */
export function getSolanaKeyTexts(seed: Hash): string[] {
  const secret = Buffer.from(seed.slice(2), 'hex')
  const keypair = Buffer.concat([secret, decodeBase58(getSolanaKeyAddress(seed))])
  return [
    seed.slice(2),
    ...[secret, keypair].flatMap((bytes) => [encodeBase58(bytes), `[${[...bytes].join(',')}]`]),
  ]
}

function parseHash(bytes: Uint8Array): Hash {
  return `0x${Buffer.from(bytes).toString('hex')}`
}

function parseBase58(text: string): Uint8Array | undefined {
  return /^[1-9A-HJ-NP-Za-km-z]{32,88}$/.test(text) ? decodeBase58(text) : undefined
}

function parseJsonBytes(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(Bytes.parse(JSON.parse(text)))
  } catch {
    // The caller reports the error without the text, which may be a key.
    return undefined
  }
}
