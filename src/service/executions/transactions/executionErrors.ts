import type { Hash } from '#protocol/ids/hex.ts'
import type { PlanLeg } from '../plan/executionPlan.ts'

/** An unmined transaction's fees are at their limit. Source: security rule 40. */
export class FeesAtLimitError extends Error {
  override readonly name = 'FeesAtLimit'
  constructor({ action, chain, hash }: { action: string; chain: string; hash: string }) {
    super(`The ${action} ${hash} on ${chain} is not mined, and its fees are at their limit.`)
  }
}

/** The paymaster's deposit is too small for an operation, so none can be sent on that chain. */
export class PaymasterEmptyError extends Error {
  override readonly name = 'PaymasterEmpty'
  constructor(chain: string) {
    super(`The paymaster's deposit at the EntryPoint of ${chain} is too small for an operation.`)
  }
}

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

/**
 * Reported, and the release is attempted again: the chain refuses to release a delivered order.
 * Unless that is resolved before the order can be refunded by the clock, the solver bears the loss.
 */
export class ReleaseRefusedError extends Error {
  override readonly name = 'ReleaseRefused'
  constructor({ chainId, order, orderHash }: PlanLeg, reason: string) {
    const payee = order?.payee ?? 'nobody'
    super(
      `Order ${orderHash} was delivered, and ${chainId} refuses to pay ${payee} for it (${reason}): from its refund time on anybody may give it back.`,
    )
  }
}
