import { rescale } from '#protocol/ids/amount.ts'
import type { PriceBook } from '../../prices/prices.ts'
import { toUnits, toUsd } from '../../prices/usd.ts'
import { ServiceError } from '../../ServiceError.ts'
import type { Asset } from '../../assetIndex.ts'
import type { ResolvedQuoteRequest } from '../request/resolveQuoteRequest.ts'
import type { Allocation } from '../funding/selectInputs.ts'
import { getAllocationGas, type Route } from './planRoutes.ts'
import { getReserve, type QuoteRates } from '../pricing/rates.ts'
import { buildContradictedError, findSpreadBps } from '../pricing/spread.ts'

/** Amounts of one allocation in its asset's smallest unit. */
export type LegAmounts = {
  allocation: Allocation
  /** Amount sent to escrow, pool or recipient. */
  amount: bigint
  fee: bigint
}

/** `delivered`: assets the solver delivers; the route's destination by default. */
type TermOptions = {
  resolved: ResolvedQuoteRequest
  book: PriceBook
  rates: QuoteRates
  delivered?: readonly Asset[]
}

/**
 * Splits every allocation of a route into amount and fee.
 *
 * The fee is the gas of the allocation's operations with markup, its share of the delivery gas, the
 * spread and the operator's fee, each rounded down. `amount + fee` of all allocations add up to the
 * requested amount exactly.
 *
 * @throws ServiceError AMOUNT_TOO_LOW when an allocation does not cover its fee, or is too small
 *   for a deposit on its chain; PRICE_UNAVAILABLE.
 * Source: wire, "Accounting" and "Quotes".
 */
export function getLegAmounts(plan: Route, options: TermOptions): readonly LegAmounts[] {
  const { resolved } = options
  return plan.allocations.map((draw) => {
    const fee = getFee(draw, { ...options, plan })
    if (fee >= draw.total)
      throw new ServiceError(
        'AMOUNT_TOO_LOW',
        `Of ${draw.total} of ${resolved.input.aggregatedAssetId} on ${draw.asset.chainId}, ${fee} would go into fees.`,
      )
    const decimals = { from: resolved.input.decimals, to: draw.asset.decimals }
    const amount = rescale(draw.total - fee, decimals)
    const { assetType } = draw.asset
    if (plan.kind === 'deposit' && amount < getReserve(assetType))
      throw new ServiceError(
        'AMOUNT_TOO_LOW',
        `A deposit of ${assetType} has ${getReserve(assetType)} at least beside its fee, this one ${amount}.`,
      )
    return { allocation: draw, amount, fee: rescale(fee, decimals) }
  })
}

/** In units of the requested asset, a multiple of the allocation's step. */
function getFee(draw: Allocation, options: TermOptions & { plan: Route }): bigint {
  const { plan, resolved, book, rates } = options
  const priceUsd = book.priceUsd(draw.asset)
  const ownGas = book.gasUsd(draw.asset.chainId, getAllocationGas(draw, plan.kind))
  const fillGas = book.gasUsd(plan.destination.chainId, plan.deliveryGas)
  if (priceUsd === undefined || ownGas === undefined || fillGas === undefined)
    throw new ServiceError('PRICE_UNAVAILABLE', `${draw.asset.assetType} has no price now.`)
  const gasUsd = ownGas + (fillGas * draw.total) / resolved.input.amount
  const gas = toUnits((gasUsd * (10_000n + rates.gasMarkupBps)) / 10_000n, {
    decimals: resolved.input.decimals,
    priceUsd,
  })
  const bps = rates.appFeeBps + (plan.kind === 'deposit' ? getSpread(draw, options) : 0n)
  const fee = gas + (draw.total * bps) / 10_000n
  return fee - (fee % draw.step)
}

/** @throws ServiceError PRICE_UNAVAILABLE. */
function getSpread(
  { asset: given }: Allocation,
  { plan, delivered = [plan.destination], ...options }: TermOptions & { plan: Route },
): bigint {
  const spread = findSpreadBps({ given, delivered }, options)
  if (spread === undefined) throw buildContradictedError({ given, delivered })
  return spread
}

/** An amount in its asset's smallest unit. */
type GivenAmount = { amount: bigint; allocation: { asset: Asset } }

/**
 * Converts amounts to the destination asset: one to one between like assets, otherwise at the
 * feeds' cross rate, rounded up once.
 *
 * @throws ServiceError PRICE_UNAVAILABLE.
 */
export function getDeliveredAmount(
  legs: readonly GivenAmount[],
  options: { destination: Asset; isLike: boolean; book: PriceBook },
): bigint {
  const { destination, isLike, book } = options
  // Wide enough that no asset loses digits before the sum is rounded.
  const wide = 36
  const value = legs.reduce((sum, { amount, allocation: { asset } }) => {
    const price = isLike ? 1n : getPrice(asset, book)
    return sum + rescale(amount, { from: asset.decimals, to: wide }) * price
  }, 0n)
  const price = isLike ? 1n : getPrice(destination, book)
  return divideUp(value, price * 10n ** BigInt(wide - destination.decimals))
}

/** Returns the minimum delivery, rounded up. @param slippageBps - 0 to 5000. */
export function getMinimum(amount: bigint, slippageBps: bigint): bigint {
  return divideUp(amount * (10_000n - slippageBps), 10_000n)
}

/**
 * Returns the value of units of an asset in 1e-8 dollars. @throws ServiceError PRICE_UNAVAILABLE.
 */
export function getWorth(units: bigint, options: { asset: Asset; book: PriceBook }): bigint {
  const { asset, book } = options
  return toUsd(units, { decimals: asset.decimals, priceUsd: getPrice(asset, book) })
}

function getPrice(asset: Asset, book: PriceBook): bigint {
  const price = book.priceUsd(asset)
  if (price === undefined)
    throw new ServiceError('PRICE_UNAVAILABLE', `${asset.assetType} has no price now.`)
  return price
}

function divideUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor
}
