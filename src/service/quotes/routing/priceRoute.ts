import { sessionQuoteBps } from '../pricing/rates.ts'
import type { QuoteService } from '../quoteService.ts'
import type { ResolvedQuoteRequest } from '../request/resolveQuoteRequest.ts'
import { decideDelivery } from './delivery.ts'
import { type FundedRoute, toExactLegs } from './planExactOutput.ts'
import type { QuoteContext, Route } from './route.ts'
import { getDeliveredAmount, getLegAmounts, getMinimum, type LegAmounts } from './terms.ts'

/**
 * Splits what a route spends into amounts and fees, and decides what it delivers.
 *
 * @returns `amount` and `minimumAmount` in the destination's smallest unit.
 * @throws ServiceError like {@link getLegAmounts} and {@link decideDelivery}.
 */
export async function priceRoute(
  { route, context }: FundedRoute,
  service: QuoteService,
): Promise<{ legs: readonly LegAmounts[]; amount: bigint; minimumAmount: bigint }> {
  const { resolved, book } = context
  const priced = getLegAmounts(route, { resolved, book, rates: service.rates })
  const legs = toExactLegs(priced, route, context)
  const amount = await decideDelivery({ route, legs }, context, service)
  return {
    legs,
    amount,
    minimumAmount: await getMinAmount({ route, legs, amount }, context, service),
  }
}

/**
 * Returns the minimum delivery. For a swap signed by a restricted session key it is raised to near
 * the feed price, as far as the pool delivers that much. Source: security rule 34.
 */
async function getMinAmount(
  { route, legs: [leg], amount }: { route: Route; legs: readonly LegAmounts[]; amount: bigint },
  { resolved, book }: QuoteContext,
  { isNarrowed }: QuoteService,
): Promise<bigint> {
  if (resolved.output.exactAmount !== undefined) return amount
  const minimum = getMinimum(amount, getSlippage(route, resolved))
  if (route.kind !== 'swap' || !leg || !(await isNarrowed(leg.allocation.account))) return minimum
  const fed = getDeliveredAmount([leg], { destination: route.destination, isLike: false, book })
  const raised = getMinimum(fed, sessionQuoteBps)
  return raised > minimum && raised <= amount ? raised : minimum
}

/**
 * Only a trade can slip: transfers and wrapping are exact, and so is a like asset, unless the request takes
 * less, as of a token that charges a fee for transfers.
 */
function getSlippage(
  { kind }: Route,
  { slippageBps, isLike, isSlippageGiven = false }: ResolvedQuoteRequest,
): bigint {
  const canSlip = kind === 'swap' || (kind === 'deposit' && (!isLike || isSlippageGiven))
  return canSlip ? slippageBps : 0n
}
