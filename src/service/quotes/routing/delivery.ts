import { getRoles } from '#networks/getChain.ts'
import type { ChainId } from '#protocol/ids/caip.ts'
import { type Asset, getNativeReserve, describeAmount } from '../../assetIndex.ts'
import type { PriceBook } from '../../prices/prices.ts'
import { toUnits } from '../../prices/usd.ts'
import { ServiceError } from '../../ServiceError.ts'
import type { QuoteService } from '../quoteService.ts'
import type { Route, QuoteContext } from './route.ts'
import { getExactAmount } from './planExactOutput.ts'
import { getDeliveredAmount, type LegAmounts } from './terms.ts'

/** A route with its amounts and fees. */
export type PricedRoute = { route: Route; legs: readonly LegAmounts[] }

/** Maximum deviation between pool and feed price; beyond it neither is trusted. */
const poolBoundBps = 150n
/** Maximum price impact of a swap below the feed price. */
const impactBoundBps = 300n

/**
 * Decides how much of the destination asset a route delivers, once it is certain to be available.
 *
 * @throws ServiceError PRICE_UNAVAILABLE when the pool contradicts the feed, INSUFFICIENT_LIQUIDITY
 *   when pool or solver cannot deliver that much, CHAIN_UNAVAILABLE.
 */
export async function decideDelivery(
  priced: PricedRoute,
  context: QuoteContext,
  service: QuoteService,
): Promise<bigint> {
  const { route, legs } = priced
  switch (route.kind) {
    case 'transfer':
    case 'convert':
      return legs[0]?.amount ?? 0n
    case 'swap':
      return decideSwapDelivery(priced, context.book, service)
    case 'deposit':
      return decideSolverDelivery(priced, context, service)
  }
}

async function decideSolverDelivery(
  { route: { destination }, legs }: PricedRoute,
  { resolved, book }: QuoteContext,
  service: QuoteService,
): Promise<bigint> {
  const amount =
    resolved.output.exactAmount === undefined
      ? getDeliveredAmount(legs, { destination, isLike: resolved.isLike, book })
      : getExactAmount(resolved, destination)
  await checkInventory([{ asset: destination, amount }], service)
  return amount
}

/**
 * Checks that the solver holds these amounts beyond what executions under way have reserved.
 *
 * @throws ServiceError INSUFFICIENT_LIQUIDITY or CHAIN_UNAVAILABLE.
 */
export async function checkInventory(
  amounts: readonly { asset: Asset; amount: bigint }[],
  { network, balances, reserved }: QuoteService,
): Promise<void> {
  const checks = amounts.map(async ({ asset, amount }) => {
    const { assetType, chainId } = asset
    const { solver } = getRoles(network, chainId)
    const holdings = await balances.holdings(solver, chainId)
    const balance = holdings?.balanceOf(assetType)
    if (!holdings || balance === undefined) throw buildUnavailableError(chainId)
    const reservedUnits = await reserved({
      chain: chainId,
      owner: solver,
      asset: assetType,
      atBlock: holdings.blockNumber,
    })
    const free = balance - reservedUnits - getNativeReserve(assetType)
    if (free < amount) throw buildIlliquidError(asset, describeAmount(amount, asset))
  })
  await Promise.all(checks)
}

/** The pool's output, compared with the feeds twice: for one dollar and for the whole amount. */
async function decideSwapDelivery(
  { route: { destination, pool }, legs: [leg] }: PricedRoute,
  book: PriceBook,
  { chains }: QuoteService,
): Promise<bigint> {
  const chain = chains.get(destination.chainId)
  if (!leg || !pool || !chain) throw new Error('A swap needs one leg, a pool and its chain.')
  const { asset } = leg.allocation
  const priceUsd = book.priceUsd(asset)
  if (priceUsd === undefined) throw buildPriceConflictError(destination)
  const dollar = toUnits(10n ** 8n, { decimals: asset.decimals, priceUsd })
  const swap = { from: asset.assetType, to: destination.assetType, poolFee: pool.fee }
  const [whole, probe] = await Promise.all([
    chain.quotePool({ ...swap, amount: leg.amount }),
    chain.quotePool({ ...swap, amount: dollar }),
  ])
  if (probe === undefined) throw buildIlliquidError(destination, describeAmount(leg.amount, asset))
  const fed = [leg.amount, dollar].map((amount) =>
    getDeliveredAmount([{ ...leg, amount }], { destination, isLike: false, book }),
  )
  const [expected = 0n, expectedProbe = 0n] = fed
  const probeOff = getDifferenceBps(probe, expectedProbe)
  if (probeOff > poolBoundBps || probeOff < -poolBoundBps)
    throw buildPriceConflictError(destination)
  if (whole === undefined || getDifferenceBps(whole, expected) < -impactBoundBps)
    throw buildIlliquidError(destination, describeAmount(leg.amount, asset))
  return whole
}

/** Difference from the expected amount in basis points; negative for less. */
function getDifferenceBps(given: bigint, expected: bigint): bigint {
  return expected === 0n ? 10_000n : ((given - expected) * 10_000n) / expected
}

function buildIlliquidError({ symbol }: Asset, asked: string): ServiceError {
  return new ServiceError(
    'INSUFFICIENT_LIQUIDITY',
    `There is not enough ${symbol} to deliver now for ${asked}.`,
  )
}

function buildPriceConflictError({ symbol }: Asset): ServiceError {
  return new ServiceError(
    'PRICE_UNAVAILABLE',
    `The pool's price of ${symbol} contradicts the price feed.`,
  )
}

function buildUnavailableError(chainId: ChainId): ServiceError {
  return new ServiceError('CHAIN_UNAVAILABLE', `${chainId} does not answer.`)
}
