import { randomBytes } from 'node:crypto'

import type { Hash } from '#protocol/ids/hex.ts'

/** Generates a quote id: 32 random bytes. */
export function generateQuoteId(): Hash {
  return `0x${randomBytes(32).toString('hex')}`
}
