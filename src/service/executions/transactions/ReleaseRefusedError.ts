import type { PlanLeg } from '../plan/executionPlan.ts'

/**
 * Told, and tried again: what was delivered for cannot be paid out, because the chain refuses the
 * release. Whoever does not see to it before the clock lets the deposit go back has paid for it.
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
