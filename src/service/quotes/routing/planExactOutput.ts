import { rescale } from '#protocol/ids/amount.ts'
import { type Asset, describeAmount } from '../../assetIndex.ts'
import { ServiceError } from '../../ServiceError.ts'
import { allocateAmount } from '../funding/selectInputs.ts'
import type { QuoteService } from '../quoteService.ts'
import type { ResolvedQuoteRequest } from '../request/resolveQuoteRequest.ts'
import { pickMostSpecificError } from './explainShortfall.ts'
import { planRoutes } from './planRoutes.ts'
import { rankRoutes } from './rankRoutes.ts'
import type { Route, QuoteContext } from './route.ts'
import { getDeliveredAmount, getLegAmounts, type LegAmounts } from './terms.ts'

/** A route, and the context with the input amount that it spends. */
export type FundedRoute = { route: Route; context: QuoteContext }

/** Maximum number of times the input is raised by what the output falls short. */
const maxRounds = 16
/** Maximum number of plans per destination: a larger input may need other balances. */
const maxPlans = 6

/**
 * Returns routes that deliver exactly `output.exactAmount`, one per destination, best first; see
 * {@link rankRoutes}. Each spends the least that covers the output with all fees.
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
  const ranked = rankRoutes(
    found.map((funded) => ({ ...funded.route, funded })),
    context,
  )
  const [first, ...rest] = ranked.map(({ funded }) => funded)
  if (first) return [first, ...rest]
  throw pickMostSpecificError(errors)
}

/**
 * Returns the route with the smallest input that delivers `output.exactAmount`, spent from the same
 * balances; undefined when these do not hold enough.
 *
 * @throws ServiceError PRICE_UNAVAILABLE.
 */
export function fitToOutput(funded: FundedRoute, service: QuoteService): FundedRoute | undefined {
  const spent = spendAll(funded, service)
  return spent.missing > 0n ? undefined : reduceInput(spent, service)
}

/** Reduces an input that is enough to the smallest one from the same balances. */
function reduceInput({ enough, held }: Spent, service: QuoteService): FundedRoute {
  const { route, context } = enough
  const target = getExactAmount(context.resolved, route.destination)
  const step = getCoarsestStep(route.allocations)
  const dearest = findDearest(route.allocations, context)
  let least = enough
  let tooLittle = 0n
  // Starts below the least possible input, one step at least, and raises it until it is enough.
  let amount = roundUp((toInput(target, dearest, enough) * 97n + 99n) / 100n, step)
  for (let round = 0; round < maxRounds && amount < held; round += 1) {
    const tried = spendAmount(enough, amount)
    const missing = tried ? target - getDelivered(tried, service) : target
    if (tried && missing <= 0n) {
      least = tried
      break
    }
    tooLittle = amount
    amount += roundUp(toInput(missing, dearest, enough), step)
  }
  // Bisects between an input that is too little and one that is enough.
  while (getInput(least) - tooLittle > step) {
    const middle = tooLittle + roundUp((getInput(least) - tooLittle) / 2n, step)
    if (middle >= getInput(least)) break
    const tried = spendAmount(enough, middle)
    if (tried && getDelivered(tried, service) >= target) least = tried
    else tooLittle = middle
  }
  return least
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
export function getExactAmount({ output }: ResolvedQuoteRequest, destination: Asset): bigint {
  const { exactAmount = 0n, decimals } = output
  const amount = rescale(exactAmount, { from: decimals, to: destination.decimals })
  if (rescale(amount, { from: destination.decimals, to: decimals }) === exactAmount) return amount
  const unit = rescale(1n, { from: destination.decimals, to: decimals })
  throw new ServiceError(
    'AMOUNT_TOO_LOW',
    `${describeAmount(exactAmount, output)} is finer than the smallest unit on its chain. Ask for ${describeAmount(unit, output)} at least, or a multiple of it.`,
  )
}

function planDelivery(
  destination: Asset,
  context: QuoteContext,
  service: QuoteService,
): FundedRoute {
  const { sources } = context.found
  const { input } = context.resolved
  const target = getExactAmount(context.resolved, destination)
  const step = getCoarsestStep(sources)
  const dearest =
    findDearest(sources, context) ??
    findDearest(
      input.members.map((asset) => ({ asset })),
      context,
    )
  const output = { ...context.resolved.output, members: [destination] }
  const single = { ...context, resolved: { ...context.resolved, output } }
  const wanted = { route: { destination }, context }
  let amount = roundUp(toInput(target, dearest, wanted), step)
  for (let plan = 0; plan < maxPlans; plan += 1) {
    const planned = withInput(single, amount)
    let most = amount
    let least: bigint | undefined
    for (const route of planRoutes(planned, service)) {
      const spent = spendAll({ route, context: planned }, service)
      const { held, missing } = spent
      if (missing <= 0n) return reduceInput(spent, service)
      // The fees exceed what these balances hold beyond the output.
      const needed = held + toInput(missing, dearest, wanted)
      if (held > most) most = held
      if (least === undefined || needed < least) least = needed
    }
    // No balances as many as these are enough: plans with more.
    amount = roundUp(least !== undefined && least > most ? least : most + 1n, step)
  }
  throw buildUnsettledError(context.resolved)
}

/** All that the balances of a route hold, and what the output then falls short. */
type Spent = { held: bigint; enough: FundedRoute; missing: bigint }

function spendAll(funded: FundedRoute, service: QuoteService): Spent {
  const { route, context } = funded
  const held = route.allocations.reduce((sum, { available }) => sum + available, 0n)
  const enough = spendAmount(funded, held)
  if (!enough) throw new Error('Balances can always be emptied.')
  const target = getExactAmount(context.resolved, route.destination)
  return { held, enough, missing: target - getDelivered(enough, service) }
}

/** Spends an amount from the balances of a route; undefined where these cannot express it. */
function spendAmount({ route, context }: FundedRoute, total: bigint): FundedRoute | undefined {
  const spent = allocateAmount(route.allocations, total)
  return spent && { route: { ...route, allocations: spent }, context: withInput(context, total) }
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
  asset: Asset | undefined,
  { route: { destination }, context }: { route: Pick<Route, 'destination'>; context: QuoteContext },
): bigint {
  const { resolved, book } = context
  const { input, isLike } = resolved
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

/**
 * Returns the asset of the highest price, by which no input is estimated as more than it must be;
 * undefined without prices. A source without one is not spent from, and anybody may have sent it.
 */
function findDearest(
  sources: readonly { asset: Asset }[],
  { book }: QuoteContext,
): Asset | undefined {
  let dearest: Asset | undefined
  let most = 0n
  for (const { asset } of sources) {
    const priceUsd = book.priceUsd(asset) ?? 0n
    if (priceUsd > most) [dearest, most] = [asset, priceUsd]
  }
  return dearest
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
    `No input was found that delivers exactly ${describeAmount(output.exactAmount ?? 0n, output)}. Ask for another amount.`,
  )
}
