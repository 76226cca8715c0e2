import type { Repricing } from '../../quotes/pricing/repricing.ts'
import { deliveryBoundBps } from '../../quotes/pricing/rates.ts'
import { ServiceError } from '../../ServiceError.ts'
import { getGiven, type ExecutionPlan } from '../plan/executionPlan.ts'

/**
 * Whether what a plan delivers has come to be worth more than what was deposited for it, by more than is
 * borne. A price that is missing is no reason to give anything back.
 *
 * @throws Whatever reading prices throws, except for what is missing.
 */
export async function isUnderpriced(
  { legs, destination }: ExecutionPlan,
  repricing: Pick<Repricing, 'shortBps'>,
): Promise<boolean> {
  if (!destination) return false
  try {
    const exchange = { given: legs.map(getGiven), delivered: destination.gives }
    return (await repricing.shortBps(exchange)) < -deliveryBoundBps
  } catch (error) {
    if (error instanceof ServiceError) return false
    throw error
  }
}
