import { rescale } from '#protocol/ids/amount.ts'
import type { PriceBook } from '../../prices/prices.ts'
import { unitsFor, usdOf } from '../../prices/usd.ts'
import { ServiceError } from '../../ServiceError.ts'
import type { Asset } from '../../assetIndex.ts'
import type { Asking } from '../request/asking.ts'
import type { Draw } from '../funding/drawing.ts'
import { gasOf, type Plan } from './plans.ts'
import { keptOf, type QuoteRates } from '../pricing/rates.ts'
import { contradictedSources, spreadBps } from '../pricing/spread.ts'

/** What one draw comes to, in the smallest unit of its own asset. */
export type LegTerms = {
  draw: Draw
  /** What goes to escrow, pool or recipient. */
  amount: bigint
  fee: bigint
}

/** `delivered`: what the solver gives, the plan's destination unless given. */
type TermOptions = {
  asking: Asking
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
export function legTerms(plan: Plan, options: TermOptions): readonly LegTerms[] {
  const { asking } = options
  return plan.draws.map((draw) => {
    const fee = feeOf(draw, { ...options, plan })
    if (fee >= draw.total)
      throw new ServiceError(
        'AMOUNT_TOO_LOW',
        `Of ${draw.total} of ${asking.from.aggregatedAssetId} on ${draw.asset.chainId}, ${fee} would go into fees.`,
      )
    const decimals = { from: asking.from.decimals, to: draw.asset.decimals }
    const amount = rescale(draw.total - fee, decimals)
    const { assetType } = draw.asset
    if (plan.kind === 'deposit' && amount < keptOf(assetType))
      throw new ServiceError(
        'AMOUNT_TOO_LOW',
        `A deposit of ${assetType} has ${keptOf(assetType)} at least beside its fee, this one ${amount}.`,
      )
    return { draw, amount, fee: rescale(fee, decimals) }
  })
}

/** In units of the asset asked for, a multiple of the draw's step so that both parts are exact. */
function feeOf(draw: Draw, options: TermOptions & { plan: Plan }): bigint {
  const { plan, asking, book, rates } = options
  const priceUsd = book.priceUsd(draw.asset)
  const ownGas = book.gasUsd(draw.asset.chainId, gasOf(draw, plan.kind))
  const fillGas = book.gasUsd(plan.destination.chainId, plan.deliveryGas)
  if (priceUsd === undefined || ownGas === undefined || fillGas === undefined)
    throw new ServiceError('PRICE_UNAVAILABLE', `${draw.asset.assetType} has no price now.`)
  const gasUsd = ownGas + (fillGas * draw.total) / asking.from.amount
  const gas = unitsFor((gasUsd * (10_000n + rates.gasMarkupBps)) / 10_000n, {
    decimals: asking.from.decimals,
    priceUsd,
  })
  const bps = rates.appFeeBps + (plan.kind === 'deposit' ? spreadOf(draw, options) : 0n)
  const fee = gas + (draw.total * bps) / 10_000n
  return fee - (fee % draw.step)
}

/** @throws ServiceError PRICE_UNAVAILABLE. */
function spreadOf(
  { asset: given }: Draw,
  { plan, delivered = [plan.destination], ...options }: TermOptions & { plan: Plan },
): bigint {
  const spread = spreadBps({ given, delivered }, options)
  if (spread === undefined) throw contradictedSources({ given, delivered })
  return spread
}

/** An amount in the smallest unit of its asset. */
type Given = { amount: bigint; draw: { asset: Asset } }

/**
 * What these amounts are worth in the destination asset: one to one between like assets, at the
 * feeds' cross rate otherwise, rounded up once.
 *
 * @throws ServiceError PRICE_UNAVAILABLE.
 */
export function deliveredAmount(
  legs: readonly Given[],
  options: { destination: Asset; isLike: boolean; book: PriceBook },
): bigint {
  const { destination, isLike, book } = options
  // Wide enough that no member loses digits before the sum is rounded.
  const wide = 36
  const value = legs.reduce((sum, { amount, draw: { asset } }) => {
    const price = isLike ? 1n : priceOf(asset, book)
    return sum + rescale(amount, { from: asset.decimals, to: wide }) * price
  }, 0n)
  const price = isLike ? 1n : priceOf(destination, book)
  return divideUp(value, price * 10n ** BigInt(wide - destination.decimals))
}

/** The least that must be delivered, rounded up. @param slippageBps - 1 to 5000. */
export function minimumOf(amount: bigint, slippageBps: bigint): bigint {
  return divideUp(amount * (10_000n - slippageBps), 10_000n)
}

/** What units of an asset are worth in 1e-8 dollars. @throws ServiceError PRICE_UNAVAILABLE. */
export function worthOf(units: bigint, options: { asset: Asset; book: PriceBook }): bigint {
  const { asset, book } = options
  return usdOf(units, { decimals: asset.decimals, priceUsd: priceOf(asset, book) })
}

function priceOf(asset: Asset, book: PriceBook): bigint {
  const price = book.priceUsd(asset)
  if (price === undefined)
    throw new ServiceError('PRICE_UNAVAILABLE', `${asset.assetType} has no price now.`)
  return price
}

function divideUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor
}
