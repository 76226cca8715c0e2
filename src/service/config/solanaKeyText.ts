import { getSolanaKeyAddress } from '#chains/solana/settlement/solanaKey.ts'
import { decodeBase58, encodeBase58 } from '#protocol/ids/base58.ts'
import type { Hash } from '#protocol/ids/hex.ts'

const seedBytes = 32
const keypairBytes = 64

/**
 * Reads a Solana key as people have it: base58, or a JSON array of bytes as command lines write it; of
 * the 32-byte seed, or of the seed with its public key behind it.
 *
 * @returns The seed; undefined when it is neither, or when the public key is another's.
 */
export function parseSolanaKey(text: string): Hash | undefined {
  const bytes = text.trim().startsWith('[') ? parseJsonBytes(text) : parseBase58(text.trim())
  if (bytes?.length !== seedBytes && bytes?.length !== keypairBytes) return undefined
  const seed = parseHash(bytes.subarray(0, seedBytes))
  const isWhole = bytes.length === seedBytes
  const publicKey = encodeBase58(bytes.subarray(seedBytes))
  return isWhole || publicKey === getSolanaKeyAddress(seed) ? seed : undefined
}

/** Every text by which a Solana key may be written: none of them belongs into a log. */
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
  const value: unknown = parseJson(text)
  if (!Array.isArray(value)) return undefined
  return value.every(isByte) ? Uint8Array.from(value) : undefined
}

function isByte(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 256
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // No array of bytes: the caller says so without its text.
    return undefined
  }
}
