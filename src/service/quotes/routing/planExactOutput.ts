import { rescale } from '#protocol/ids/amount.ts'
import type { Asset } from '../../assetIndex.ts'
import { ServiceError } from '../../ServiceError.ts'
import { allocateAmount } from '../funding/selectInputs.ts'
import type { QuoteService } from '../quoteService.ts'
import type { ResolvedQuoteRequest } from '../request/resolveQuoteRequest.ts'
import { pickMostSpecificError, planRoutes } from './planRoutes.ts'
import type { Route } from './route.ts'
import type { QuoteContext } from './quoteContext.ts'
import { getDeliveredAmount, getLegAmounts, type LegAmounts } from './terms.ts'

/** A route, and the context with the input amount that it spends. */
export type FundedRoute = { route: Route; context: QuoteContext }

/** Maximum number of times the input is raised by what the output falls short. */
const maxRounds = 16
/** Maximum number of plans per destination: a larger input may need other balances. */
const maxPlans = 6

/**
 * Returns routes that deliver exactly `output.exactAmount`, one per destination: fewest signatures
 * first, then the smallest input. Each spends the least that covers the output with all fees.
 *
 * Pools are left out because none guarantees its output to the unit; the solver delivers instead.
 *
 * @throws ServiceError like {@link planRoutes}; AMOUNT_TOO_LOW when the asset has too few decimals.
 * Source: ours (wire, "Exact output").
 */
export function planExactOutput(
  context: QuoteContext,
  service: QuoteService,
): readonly [FundedRoute, ...FundedRoute[]] {
  const found: FundedRoute[] = []
  const errors: ServiceError[] = []
  for (const destination of context.resolved.output.members) {
    try {
      found.push(planDelivery(destination, context, service))
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      errors.push(error)
    }
  }
  // The sort is stable, so equal routes stay in network order.
  const [first, ...rest] = found.toSorted(
    (a, b) => a.route.signatures - b.route.signatures || Number(getInput(a) - getInput(b)),
  )
  if (first) return [first, ...rest]
  throw pickMostSpecificError(errors)
}

/**
 * Returns the route with the smallest input that delivers `output.exactAmount`, spent from the same
 * balances; undefined when these do not hold enough.
 *
 * @throws ServiceError PRICE_UNAVAILABLE.
 */
export function fitToOutput(
  { route, context }: FundedRoute,
  service: QuoteService,
): FundedRoute | undefined {
  const { destination, allocations } = route
  const target = getExactAmount(context.resolved, destination)
  const held = allocations.reduce((sum, { available }) => sum + available, 0n)
  const step = getCoarsestStep(allocations)
  let tooLittle = 0n
  // Starts below the least possible input, and raises it until it is enough.
  let amount = roundUp((toInput(target, destination, context) * 97n) / 100n, step)
  for (let round = 0; round < maxRounds; round += 1) {
    if (amount > held) amount = held
    const funded = spend(amount)
    const missing = funded ? target - getDelivered(funded, service) : target
    if (funded && missing <= 0n) return reduceInput(funded)
    if (amount === held) return undefined
    tooLittle = amount
    amount += roundUp(toInput(missing, destination, context), step)
  }
  throw buildUnsettledError(context.resolved)

  function spend(total: bigint): FundedRoute | undefined {
    const spent = allocateAmount(allocations, total)
    return spent && { route: { ...route, allocations: spent }, context: withInput(context, total) }
  }

  /** Bisects between an input that is too little and one that is enough. */
  function reduceInput(enough: FundedRoute): FundedRoute {
    let least = enough
    while (getInput(least) - tooLittle > step) {
      const middle = tooLittle + roundUp((getInput(least) - tooLittle) / 2n, step)
      if (middle >= getInput(least)) break
      const tried = spend(middle)
      if (tried && getDelivered(tried, service) >= target) least = tried
      else tooLittle = middle
    }
    return least
  }
}

/**
 * Returns the legs of a fitted route: a transfer's remainder, at most a few units, becomes part of
 * its fee, so that exactly the requested amount arrives. Legs of other requests are unchanged.
 */
export function toExactLegs(
  legs: readonly LegAmounts[],
  route: Route,
  { resolved }: QuoteContext,
): readonly LegAmounts[] {
  const [leg] = legs
  if (resolved.output.exactAmount === undefined || route.kind === 'deposit' || !leg) return legs
  const amount = getExactAmount(resolved, route.destination)
  return [{ ...leg, amount, fee: leg.fee + leg.amount - amount }]
}

/**
 * Returns `output.exactAmount` in the destination's smallest unit.
 *
 * @throws ServiceError AMOUNT_TOO_LOW when the asset has fewer decimals than the amount needs.
 */
export function getExactAmount(
  { output: { exactAmount = 0n, aggregatedAssetId, decimals } }: ResolvedQuoteRequest,
  destination: Asset,
): bigint {
  const amount = rescale(exactAmount, { from: decimals, to: destination.decimals })
  if (rescale(amount, { from: destination.decimals, to: decimals }) === exactAmount) return amount
  throw new ServiceError(
    'AMOUNT_TOO_LOW',
    `${exactAmount} of ${aggregatedAssetId} is finer than the smallest unit of ${destination.assetType}.`,
  )
}

function planDelivery(
  destination: Asset,
  context: QuoteContext,
  service: QuoteService,
): FundedRoute {
  const target = getExactAmount(context.resolved, destination)
  const step = getCoarsestStep(context.found.sources)
  const output = { ...context.resolved.output, members: [destination] }
  const single = { ...context, resolved: { ...context.resolved, output } }
  let amount = roundUp(toInput(target, destination, context), step)
  for (let plan = 0; plan < maxPlans; plan += 1) {
    const planned = withInput(single, amount)
    const routes = planRoutes(planned, service)
    for (const route of routes) {
      const fitted = fitToOutput({ route, context: planned }, service)
      if (fitted) return fitted
    }
    // Fees exceed what these balances hold beyond the output: plan with one more balance.
    const held = routes[0].allocations.reduce((sum, { available }) => sum + available, 0n)
    amount = roundUp(held + 1n, step)
  }
  throw buildUnsettledError(context.resolved)
}

/** Returns what a route delivers, in units of its destination; 0 when fees take all of it. */
function getDelivered({ route, context }: FundedRoute, { rates }: QuoteService): bigint {
  const { destination } = route
  const { resolved, book } = context
  try {
    const legs = getLegAmounts(route, { resolved, book, rates })
    return getDeliveredAmount(legs, { destination, isLike: resolved.isLike, book })
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'AMOUNT_TOO_LOW') return 0n
    throw error
  }
}

/** Converts units of the destination to the input asset at feed prices, without fees; at least 1. */
function toInput(
  units: bigint,
  destination: Asset,
  { resolved, found, book }: QuoteContext,
): bigint {
  const { input, isLike } = resolved
  const asset = found.sources[0]?.asset ?? input.members[0]
  const amount =
    isLike || !asset
      ? rescale(units, { from: destination.decimals, to: input.decimals })
      : getDeliveredAmount([{ amount: units, allocation: { asset: destination } }], {
          destination: { ...asset, decimals: input.decimals },
          isLike,
          book,
        })
  return amount > 0n ? amount : 1n
}

function withInput(context: QuoteContext, amount: bigint): QuoteContext {
  const { resolved } = context
  return { ...context, resolved: { ...resolved, input: { ...resolved.input, amount } } }
}

function getInput({ context }: FundedRoute): bigint {
  return context.resolved.input.amount
}

function getCoarsestStep(sources: readonly { step: bigint }[]): bigint {
  return sources.reduce((most, { step }) => (step > most ? step : most), 1n)
}

function roundUp(amount: bigint, step: bigint): bigint {
  return ((amount + step - 1n) / step) * step
}

function buildUnsettledError({ output }: ResolvedQuoteRequest): ServiceError {
  return new ServiceError(
    'NO_ROUTE',
    `No input was found that delivers exactly ${output.exactAmount} of ${output.aggregatedAssetId}. Ask for another amount.`,
  )
}
