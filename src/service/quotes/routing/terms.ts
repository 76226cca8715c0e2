import type { AppFeePayment } from '#chains/ports/chain.ts'
import { rescale } from '#protocol/ids/amount.ts'
import { getChainKind } from '#protocol/ids/caip.ts'
import type { PriceBook } from '../../prices/prices.ts'
import { toUnits, toUsd } from '../../prices/usd.ts'
import { describeAmount, type Asset } from '../../assetIndex.ts'
import { ServiceError } from '../../ServiceError.ts'
import type { ResolvedQuoteRequest } from '../request/resolveQuoteRequest.ts'
import type { Allocation } from '../funding/selectInputs.ts'
import { getAllocationGas, type Route } from './route.ts'
import { getReserve, mayBearAppFee, type QuoteRates } from '../pricing/rates.ts'
import { buildContradictedError, findSpreadBps, type Pair } from '../pricing/spread.ts'

/** Amounts of one allocation in its asset's smallest unit. */
export type LegAmounts = {
  allocation: Allocation
  /** Amount sent to escrow, pool or recipient. */
  amount: bigint
  fee: bigint
  /** The part of the fee that an app gets. */
  appFee?: AppFeePayment | undefined
  /** A fee paid of what arrives, in the destination's smallest unit; see `IntentLeg`. */
  feeOut?: bigint | undefined
}

type Pricing = {
  resolved: ResolvedQuoteRequest
  book: PriceBook
  rates: QuoteRates
  /** Assets the solver delivers; the route's destination by default. */
  delivered?: readonly Asset[]
}

/**
 * Splits every allocation of a route into amount and fee.
 *
 * The fee is the gas of the allocation's operations with markup, its share of the delivery gas, the
 * spread, the operator's fee and that of the app that asks, each rounded down. `amount + fee` of all
 * allocations add up to the requested amount exactly.
 *
 * @throws ServiceError AMOUNT_TOO_LOW when an allocation does not cover its fee, or is too small
 *   for a deposit on its chain; PRICE_UNAVAILABLE.
 * Source: wire, "Accounting" and "Quotes".
 */
export function getLegAmounts(route: Route, pricing: Pricing): readonly LegAmounts[] {
  return route.allocations.map((allocation) => getLegAmount(allocation, route, pricing))
}

/** Splits one allocation; see {@link getLegAmounts}. */
export function getLegAmount(allocation: Allocation, route: Route, pricing: Pricing): LegAmounts {
  const { input } = pricing.resolved
  const { asset, total } = allocation
  const app = getAppFee(allocation, route, pricing)
  const fee = getFeeUnits(allocation, route, pricing) + (app?.units ?? 0n)
  if (fee >= total)
    throw new ServiceError(
      'AMOUNT_TOO_LOW',
      `Of ${describeAmount(total, input)}, ${describeAmount(fee, input)} would go into fees: ask for more than that.`,
    )
  const decimals = { from: input.decimals, to: asset.decimals }
  const amount = rescale(total - fee, decimals)
  const { assetType } = asset
  if (route.kind === 'deposit' && amount < getReserve(assetType))
    throw new ServiceError(
      'AMOUNT_TOO_LOW',
      `A deposit has ${describeAmount(getReserve(assetType), asset)} at least beside its fee, this one ${describeAmount(amount, asset)}.`,
    )
  return {
    allocation,
    amount,
    fee: rescale(fee, decimals),
    ...(app && { appFee: { ...app, units: rescale(app.units, decimals) } }),
  }
}

/** In units of the requested asset, a multiple of the allocation's step; undefined if none is due. */
function getAppFee(
  { asset, total, step }: Allocation,
  { kind }: Route,
  { rates: { app } }: Pricing,
): AppFeePayment | undefined {
  if (!mayBearAppFee(asset.assetType, { isDeposit: kind === 'deposit' })) return undefined
  const receiver = app?.receivers[getChainKind(asset.chainId)]
  if (!app || receiver === undefined) return undefined
  const units = (total * app.bps) / 10_000n
  const due = units - (units % step)
  return due > 0n ? { units: due, receiver } : undefined
}

/**
 * Returns the service's fee on an allocation in units of the requested asset, a multiple of the
 * allocation's step; it may exceed the allocation. @throws ServiceError PRICE_UNAVAILABLE.
 */
export function getFeeUnits(allocation: Allocation, route: Route, pricing: Pricing): bigint {
  const { asset, total, step } = allocation
  const { resolved, book, rates, delivered = [route.destination] } = pricing
  const priceUsd = book.priceUsd(asset)
  const ownGas = book.gasUsd(asset.chainId, getAllocationGas(allocation, route.kind))
  const fillGas = book.gasUsd(route.destination.chainId, route.deliveryGas)
  if (priceUsd === undefined || ownGas === undefined || fillGas === undefined)
    throw new ServiceError('PRICE_UNAVAILABLE', `${asset.symbol} has no price now.`)
  const gasUsd = ownGas + (fillGas * total) / resolved.input.amount
  const gas = toUnits((gasUsd * (10_000n + rates.gasMarkupBps)) / 10_000n, {
    decimals: resolved.input.decimals,
    priceUsd,
  })
  const spreadBps = route.kind === 'deposit' ? getSpread({ given: asset, delivered }, pricing) : 0n
  const fee = gas + (total * (rates.appFeeBps + spreadBps)) / 10_000n
  return fee - (fee % step)
}

/** @throws ServiceError PRICE_UNAVAILABLE. */
function getSpread(pair: Pair, { book, rates }: Pricing): bigint {
  const spread = findSpreadBps(pair, { book, rates })
  if (spread === undefined) throw buildContradictedError(pair)
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
    throw new ServiceError('PRICE_UNAVAILABLE', `${asset.symbol} has no price now.`)
  return price
}

function divideUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor
}
