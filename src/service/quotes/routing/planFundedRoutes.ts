import type { QuoteService } from '../quoteService.ts'
import { type FundedRoute, planExactOutput } from './planExactOutput.ts'
import { planRoutes } from './planRoutes.ts'
import type { QuoteContext } from './quoteContext.ts'

/**
 * Plans routes from the amount that the request names, whichever side it is on.
 *
 * @throws ServiceError with the most specific error when there is none.
 */
export function planFundedRoutes(
  context: QuoteContext,
  service: QuoteService,
): readonly [FundedRoute, ...FundedRoute[]] {
  if (context.resolved.output.exactAmount !== undefined) return planExactOutput(context, service)
  const [first, ...rest] = planRoutes(context, service)
  return [{ route: first, context }, ...rest.map((route) => ({ route, context }))]
}
