import type { Hash } from '#protocol/ids/hex.ts'

/**
 * Reported, never thrown: an order was released although its delivery was rolled back at depth and
 * can no longer be made. The service owes the delivery to the user.
 */
export class PaidUndeliveredError extends Error {
  override readonly name = 'PaidUndelivered'
  constructor(orderHash: Hash) {
    super(`Order ${orderHash} was paid out, and its delivery was rolled back for good: it is owed.`)
  }
}
