import { addressKey } from '#protocol/account.ts'
import type { FailReason } from '#protocol/failReason.ts'
import type { Database } from '../storage/database.ts'
import { addSponsorLoss, unpaidGas } from '../storage/sponsorBudgets.ts'
import type { Plan } from './plan.ts'
import type { State } from './step.ts'

/** Reasons that are the service's own: only everybody's budget is charged with them. */
const ownReasons: ReadonlySet<string> = new Set<FailReason>(['SOLVER_CAPACITY_EXCEEDED', 'UNKNOWN'])

/**
 * Charges budgets with the gas that an execution took beyond what it paid, however it ended.
 *
 * A fee is only paid when everything is delivered, and covers what was measured before: a recipient
 * may take what is tried and refuse what is sent, or do more work when it is paid than when it was
 * asked, again and again, at the service's expense. Source: security rules 4 and 32.
 */
export async function countUnpaidGas(
  database: Database,
  { plan, state }: { plan: Plan; state: Pick<State, 'status' | 'failReason'> },
): Promise<void> {
  const { quoteId, legs } = plan
  const usd = await unpaidGas(database, { quoteId, isPaid: state.status === 'COMPLETED' })
  if (usd === 0n) return
  const isOwn = state.failReason !== null && ownReasons.has(state.failReason)
  const account = isOwn ? undefined : legs[0]?.sender
  const charged = account === undefined ? {} : { account: addressKey(account), quoteId }
  await addSponsorLoss(database, { ...charged, usd })
}
