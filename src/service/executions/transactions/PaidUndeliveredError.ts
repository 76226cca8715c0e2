import type { Hash } from '#protocol/ids/hex.ts'

/**
 * Told, never thrown: an order was paid out, and what it pays for was not delivered and cannot be any
 * more, because the chain took back a delivery that had counted. The service owes it to the user.
 */
export class PaidUndeliveredError extends Error {
  override readonly name = 'PaidUndelivered'
  constructor(orderHash: Hash) {
    super(`Order ${orderHash} was paid out, and its delivery was rolled back for good: it is owed.`)
  }
}
