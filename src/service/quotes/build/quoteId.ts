import { createHash, randomBytes } from 'node:crypto'

import type { Hash } from '#protocol/ids/hex.ts'

/** Random bytes of an id that says something; the rest, 8 bytes, follows from them. */
const drawnBytes = 24

/**
 * Draws the id of a quote: 32 bytes that nobody has had before. When the rent of the recipient's
 * account is in the fee, the id says so, see {@link isRentPriced}.
 */
export function drawQuoteId(options: { isRentPriced: boolean }): Hash {
  const drawn = randomBytes(options.isRentPriced ? drawnBytes : 32)
  return `0x${drawn.toString('hex')}${options.isRentPriced ? wordOf(drawn) : ''}`
}

/**
 * Whether the fee of a quote holds the rent of the account that its delivery may have to make for the
 * recipient. The seal covers the id, so that nobody but the service can say it, and nothing has to be
 * stored or added to a quote for it. An id of any other origin says no: one that was drawn when ids said
 * nothing, or for a call, and by chance one in 2^64.
 *
 * Source: ours; security rule 23.
 */
export function isRentPriced(quoteId: Hash): boolean {
  const bytes = Buffer.from(quoteId.slice(2), 'hex')
  return bytes.subarray(drawnBytes).toString('hex') === wordOf(bytes.subarray(0, drawnBytes))
}

/** What says it, from the random bytes of an id. */
function wordOf(drawn: Uint8Array): string {
  return createHash('sha256')
    .update('estuary quote with rent ')
    .update(drawn)
    .digest('hex')
    .slice(0, 16)
}
