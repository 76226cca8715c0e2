import { addressKey } from '#protocol/account.ts'
import type { FailReason } from '#protocol/failReason.ts'
import type { Database } from '../storage/database.ts'
import { addSponsorLoss, uncountedGas } from '../storage/sponsorBudgets.ts'
import type { Plan } from './plan.ts'

/** Reasons that are the service's own: nobody else pays for these refunds. */
const ownReasons: ReadonlySet<string> = new Set<FailReason>([
  'SOLVER_CAPACITY_EXCEEDED',
  'ORDER_EXPIRED',
  'UNKNOWN',
])

/**
 * Charges the depositing account's budget with the gas of an execution that came back.
 *
 * A refund costs the user nothing, so that somebody could name a recipient who takes what is tried
 * and refuses what is sent, again and again, at the service's expense. Source: security rule 4.
 */
export async function countRefundGas(
  database: Database,
  { plan, failReason }: { plan: Plan; failReason: string | null },
): Promise<void> {
  const account = plan.legs[0]?.sender
  if (!account || failReason === null || isOwn(failReason, plan)) return
  const usd = await uncountedGas(database, plan.quoteId)
  if (usd === 0n) return
  await addSponsorLoss(database, { account: addressKey(account), usd, quoteId: plan.quoteId })
}

/** A call that came too late by its own window, not by ours, is nobody's fault but its owner's. */
function isOwn(failReason: string, { destination }: Plan): boolean {
  const isShort = destination?.kind === 'call' && destination.validUntil < destination.fillDeadline
  return ownReasons.has(failReason) && !(failReason === 'ORDER_EXPIRED' && isShort)
}
