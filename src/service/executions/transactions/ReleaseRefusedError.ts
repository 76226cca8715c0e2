import type { PlanLeg } from '../plan/executionPlan.ts'

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
