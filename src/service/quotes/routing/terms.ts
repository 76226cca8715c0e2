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

/** What one draw comes to, in the smallest unit of its own asset. */
export type LegAmounts = {
  allocation: Allocation
  /** What goes to escrow, pool or recipient. */
  amount: bigint
  fee: bigint
}

/** `delivered`: what the solver gives, the plan's destination unless given. */
type TermOptions = {
  resolved: ResolvedQuoteRequest
  book: PriceBook
  rates: QuoteRates
  delivered?: readonly Asset[]
}

/**
 * Divides every draw of a plan into what moves and what is charged.
 *
 * The fee of a draw is the gas of its own operations with the markup, its share of the delivery's
 * gas, the spread and the operator's fee, each rounded down. `amount + fee` of all draws is exactly
 * what was asked for.
 *
 * @throws ServiceError AMOUNT_TOO_LOW when a draw does not cover its fee, or would be a deposit that
 *   its chain does not hold; PRICE_UNAVAILABLE.
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

/** In units of the asset asked for, a multiple of the draw's step so that both parts are exact. */
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

/** An amount in the smallest unit of its asset. */
type GivenAmount = { amount: bigint; allocation: { asset: Asset } }

/**
 * What these amounts are worth in the destination asset: one to one between like assets, at the
 * feeds' cross rate otherwise, rounded up once.
 *
 * @throws ServiceError PRICE_UNAVAILABLE.
 */
export function getDeliveredAmount(
  legs: readonly GivenAmount[],
  options: { destination: Asset; isLike: boolean; book: PriceBook },
): bigint {
  const { destination, isLike, book } = options
  // Wide enough that no member loses digits before the sum is rounded.
  const wide = 36
  const value = legs.reduce((sum, { amount, allocation: { asset } }) => {
    const price = isLike ? 1n : getPrice(asset, book)
    return sum + rescale(amount, { from: asset.decimals, to: wide }) * price
  }, 0n)
  const price = isLike ? 1n : getPrice(destination, book)
  return divideUp(value, price * 10n ** BigInt(wide - destination.decimals))
}

/** The least that must be delivered, rounded up. @param slippageBps - 1 to 5000. */
export function getMinimum(amount: bigint, slippageBps: bigint): bigint {
  return divideUp(amount * (10_000n - slippageBps), 10_000n)
}

/** What units of an asset are worth in 1e-8 dollars. @throws ServiceError PRICE_UNAVAILABLE. */
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
