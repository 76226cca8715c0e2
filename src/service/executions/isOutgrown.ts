import type { Repricing } from '../quotes/repricing.ts'
import { lateBoundBps } from '../quotes/rates.ts'
import { ServiceError } from '../ServiceError.ts'
import { viewOf, type Views } from './gatherFacts.ts'
import { givenBy, type Plan } from './plan.ts'

/**
 * Whether what a plan delivers is worth more by now than what was deposited for it, by more than is borne.
 * Asked only after the quote has expired: until then the price was held when it was accepted. A price that
 * is missing is no reason to give anything back.
 *
 * @throws ChainUnavailable when a chain does not answer.
 */
export async function isOutgrown({
  plan: { legs, destination, expiresAt },
  views,
  repricing,
}: {
  plan: Plan
  views: Views
  repricing: Pick<Repricing, 'shortBps'>
}): Promise<boolean> {
  if (!destination || viewOf(views, destination.chainId).headTime <= expiresAt) return false
  try {
    const { gives: delivered } = destination
    return (await repricing.shortBps({ given: legs.map(givenBy), delivered })) < -lateBoundBps
  } catch (error) {
    if (error instanceof ServiceError) return false
    throw error
  }
}
