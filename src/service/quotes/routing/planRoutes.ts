import type { Network } from '#networks/network.ts'
import { getFeedChain } from '#networks/priceSources.ts'
import { getAccountKind } from '#protocol/accounts/account.ts'
import { isSameAddress, isSameAsset } from '#protocol/ids/caip.ts'
import type { Asset } from '../../assetIndex.ts'
import type { PriceBook } from '../../prices/prices.ts'
import { toUsd } from '../../prices/usd.ts'
import { ServiceError } from '../../ServiceError.ts'
import type { QuoteService } from '../quoteService.ts'
import { type QuoteContext, getAllocationGas, type Route } from './route.ts'
import { type ResolvedQuoteRequest, buildRecipientError } from '../request/resolveQuoteRequest.ts'
import { type Allocation, selectInputs } from '../funding/selectInputs.ts'
import { getGas, type QuoteRates } from '../pricing/rates.ts'
import type { FundingSource } from '../funding/fundingSources.ts'
import { findSpreadBps } from '../pricing/spread.ts'
import {
  buildUnpricedError,
  explainShortfall,
  pickMostSpecificError,
  sumUnits,
} from './explainShortfall.ts'
import { findSpendable } from './findSpendable.ts'
import { rankRoutes } from './rankRoutes.ts'
import { throughEscrow, type RoutePath, getPathBetween } from './routePath.ts'

/**
 * Returns all routes for a request, best first; see {@link rankRoutes}.
 *
 * @throws ServiceError with the most specific error when there is none.
 * Source: architecture section 3.
 */
export function planRoutes(
  context: QuoteContext,
  service: QuoteService,
): readonly [Route, ...Route[]] {
  const routes: Route[] = []
  const errors: ServiceError[] = []
  for (const destination of context.resolved.output.members) {
    const outcome = buildRoutesTo(destination, context, service)
    if (outcome instanceof ServiceError) errors.push(outcome)
    else routes.push(...outcome)
  }
  const [first, ...rest] = rankRoutes(routes, context)
  if (first) return [first, ...rest]
  throw pickMostSpecificError(errors)
}

function buildRoutesTo(
  destination: Asset,
  context: QuoteContext,
  service: QuoteService,
): readonly Route[] | ServiceError {
  const { resolved, found, book, recipientStates } = context
  const needed = [destination.chainId, getFeedChain(destination)]
  const unread = needed.find((chainId) => book.unavailableChains.includes(chainId))
  if (unread !== undefined || !recipientStates.isKnown(destination))
    return new ServiceError(
      'CHAIN_UNAVAILABLE',
      `${unread ?? destination.chainId} cannot be read now.`,
    )
  if (book.priceUsd(destination) === undefined) return buildUnpricedError(destination.symbol)
  const movable = found.sources.filter((source) => !isInPlace(source, { resolved, destination }))
  const priced = movable.filter(({ asset }) => {
    if (book.priceUsd(asset) === undefined) return false
    return !resolved.isLike || !book.arePricesApart(asset, destination)
  })
  const useful = priced.filter((source) => isWorthAllocating(source, { resolved, book }))
  const { amount } = resolved.input
  const spendable =
    sumUnits(useful) >= amount ? useful : findSpendable(priced, { build, context, service })
  const ways = selectInputs(spendable, amount)
  if (ways.length === 0) return explainShortfall({ movable, priced, spendable }, context)
  const routes = ways.flatMap((allocations) => build(allocations) ?? [])
  const error = recipientStates.getError(destination)
  if (error === undefined) return routes
  // Operations other than deposits pay the recipient themselves; their simulation decides.
  const direct = routes.filter(({ kind }) => kind !== 'deposit')
  return direct.length > 0 ? direct : buildRecipientError(error)

  function build(allocations: readonly Allocation[]): Route | undefined {
    return buildRoute({ allocations, destination }, context, service)
  }
}

/** Whether the balance is already where the request asks for it. */
function isInPlace(
  source: FundingSource,
  { resolved, destination }: { resolved: ResolvedQuoteRequest; destination: Asset },
): boolean {
  return (
    isSameAsset(source.asset.assetType, destination.assetType) &&
    isSameAddress(source.account.accountAddress, resolved.recipient)
  )
}

/** Whether at least half of a source (see `allocateAmount`) is worth more than its gas. */
export function isWorthAllocating(
  source: FundingSource,
  { resolved, book }: { resolved: ResolvedQuoteRequest; book: PriceBook },
): boolean {
  const { asset, available } = source
  const gas = getAllocationGas(source, 'deposit')
  const costUsd = book.gasUsd(asset.chainId, gas)
  const priceUsd = book.priceUsd(asset)
  if (costUsd === undefined || priceUsd === undefined) return false
  const spent = available < resolved.input.amount ? available / 2n : resolved.input.amount
  return toUsd(spent, { decimals: resolved.input.decimals, priceUsd }) > costUsd
}

function buildRoute(
  { allocations, destination }: Pick<Route, 'allocations' | 'destination'>,
  context: QuoteContext,
  { network, rates }: QuoteService,
): Route | undefined {
  const isExact = context.resolved.output.exactAmount !== undefined
  const { kind, pool } = getRoutePath(allocations, { network, destination, isExact })
  const fillGas = kind === 'deposit' ? getGas('fill', destination.chainId) : 0n
  const deliveryGas = fillGas + context.recipientStates.getGas(destination, kind)
  const signatures = allocations.reduce((sum, one) => sum + countSignatures(one), 0)
  const route = { kind, allocations, destination, pool, deliveryGas, signatures }
  const costUsd = findCostUsd(route, context, rates)
  return costUsd === undefined ? undefined : { ...route, costUsd }
}

function getRoutePath(
  allocations: readonly Allocation[],
  options: { network: Network; destination: Asset; isExact: boolean },
): RoutePath {
  const { network, destination, isExact } = options
  const [only, ...others] = allocations
  if (!only || others.length > 0) return throughEscrow
  const path = getPathBetween(network, [only.asset.assetType, destination.assetType])
  // No pool guarantees its output to the unit.
  return path.kind === 'swap' && isExact ? throughEscrow : path
}

/** An EIP-7702 account also signs an authorization with its first operation. */
export function countSignatures({ account, isFirst }: Allocation): number {
  return isFirst && getAccountKind(account) === 'eip7702' ? 2 : 1
}

function findCostUsd(
  { kind, allocations, destination, pool, deliveryGas }: Omit<Route, 'costUsd'>,
  { resolved, book }: QuoteContext,
  rates: QuoteRates,
): bigint | undefined {
  let sum = 0n
  for (const allocation of allocations) {
    const { asset, total } = allocation
    const gas = book.gasUsd(asset.chainId, getAllocationGas(allocation, kind))
    const priceUsd = book.priceUsd(asset)
    if (gas === undefined || priceUsd === undefined) return undefined
    const worth = toUsd(total, { decimals: resolved.input.decimals, priceUsd })
    // Pool fees are in millionths, spreads in basis points.
    const margin =
      kind === 'swap'
        ? (worth * BigInt(pool?.fee ?? 0)) / 1_000_000n
        : kind === 'deposit'
          ? (worth * getSpread(asset)) / 10_000n
          : 0n
    sum += gas + margin
  }
  const fill = book.gasUsd(destination.chainId, deliveryGas)
  return fill === undefined ? undefined : sum + fill

  /** When undefined, pricing the route throws later. */
  function getSpread(given: Asset): bigint {
    return findSpreadBps({ given, delivered: [destination] }, { book, rates }) ?? 0n
  }
}
