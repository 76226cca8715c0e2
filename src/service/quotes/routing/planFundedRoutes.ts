import type { QuoteService } from '../quoteService.ts'
import { type FundedRoute, planExactOutput } from './planExactOutput.ts'
import { planRoutes } from './planRoutes.ts'
import type { QuoteContext } from './route.ts'
import { findChainUnavailableError } from '#chains/rpc/ChainUnavailableError.ts'
import { ServiceError } from '../../ServiceError.ts'

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

/** Maximum number of routes tried, best first. */
const maxAttempts = 6

/** Errors of one route that another route may avoid. */
const retryableCodes = new Set([
  'AMOUNT_TOO_LOW',
  'CHAIN_UNAVAILABLE',
  'INSUFFICIENT_LIQUIDITY',
  'NO_ROUTE',
  'PRICE_UNAVAILABLE',
])

/** Quotes the first feasible route; throws the error of the best route when there is none. */
export async function pickFirstFeasible<Quoted>(
  routes: readonly [FundedRoute, ...FundedRoute[]],
  attempt: (route: FundedRoute) => Promise<Quoted>,
): Promise<Quoted> {
  let firstError: unknown
  for (const route of routes.slice(0, maxAttempts)) {
    try {
      return await attempt(route)
    } catch (cause) {
      const down = findChainUnavailableError(cause)
      const error = down
        ? new ServiceError('CHAIN_UNAVAILABLE', `${down.chainId} does not answer.`, { cause })
        : cause
      firstError ??= error
      if (!(error instanceof ServiceError && retryableCodes.has(error.code))) throw error
    }
  }
  throw firstError
}
