import { randomBytes } from 'node:crypto'

import type { Hash } from '#protocol/ids/hex.ts'

/** Draws the id of a quote: 32 random bytes that nobody has had before. */
export function generateQuoteId(): Hash {
  return `0x${randomBytes(32).toString('hex')}`
}
