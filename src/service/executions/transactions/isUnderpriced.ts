import type { Repricing } from '../../quotes/pricing/repricing.ts'
import { deliveryBoundBps } from '../../quotes/pricing/rates.ts'
import { ServiceError } from '../../ServiceError.ts'
import { getAllGiven, type ExecutionPlan } from '../plan/executionPlan.ts'

/**
 * Whether prices moved so far that a delivery is worth more than its deposits, beyond the bound the
 * service accepts. A missing price is no reason to refund.
 *
 * @throws Whatever reading prices throws, except for missing prices.
 */
export async function isUnderpriced(
  plan: ExecutionPlan,
  repricing: Pick<Repricing, 'shortBps'>,
): Promise<boolean> {
  const { destination } = plan
  if (!destination) return false
  try {
    const exchange = { given: getAllGiven(plan), delivered: destination.gives }
    return (await repricing.shortBps(exchange)) < -deliveryBoundBps
  } catch (error) {
    if (error instanceof ServiceError) return false
    throw error
  }
}
