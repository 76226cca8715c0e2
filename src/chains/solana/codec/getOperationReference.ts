import { sha256 } from '@noble/hashes/sha2.js'

import { encodeBase58 } from '#protocol/ids/base58.ts'
import type { SolanaAddress } from '#protocol/ids/caip.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import { decodeHex, joinBytes } from '../program/bytes.ts'

/**
 * Returns the reference address that makes a transfer unique. It is derived from the quote and the
 * transfer's index, and nobody holds its key. Source: ours.
 */
export function getOperationReference(quoteId: Hash, index: number): SolanaAddress {
  const name = new TextEncoder().encode(`estuary reference ${index} `)
  return encodeBase58(sha256(joinBytes([name, decodeHex(quoteId)])))
}
