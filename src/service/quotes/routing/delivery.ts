import type { Chain } from '#chains/ports/chain.ts'
import { getRoles } from '#networks/getChain.ts'
import type { Network } from '#networks/network.ts'
import type { AccountAddress, AssetType, ChainId } from '#protocol/ids/caip.ts'
import type { Asset } from '../../assetIndex.ts'
import type { Balances } from '../../balances/balances.ts'
import { getNativeReserve } from '../../getNativeReserve.ts'
import type { PriceBook } from '../../prices/prices.ts'
import { toUnits } from '../../prices/usd.ts'
import { ServiceError } from '../../ServiceError.ts'
import type { ResolvedQuoteRequest } from '../request/resolveQuoteRequest.ts'
import type { Route } from './planRoutes.ts'
import { getDeliveredAmount, type LegAmounts } from './terms.ts'

/** Returns the amount of an inventory that is reserved by executions under way. */
export type Reserved = (holding: {
  chain: ChainId
  owner: AccountAddress
  asset: AssetType
  /** Block of the balance. */
  atBlock: bigint
}) => Promise<bigint>

/** What deciding a delivery needs. */
export type DeliveryContext = {
  network: Network
  chains: ReadonlyMap<ChainId, Chain>
  balances: Balances
  book: PriceBook
  reserved: Reserved
}

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
  plan: Route,
  options: DeliveryContext & { resolved: ResolvedQuoteRequest; legs: readonly LegAmounts[] },
): Promise<bigint> {
  const [only] = options.legs
  switch (plan.kind) {
    case 'transfer':
    case 'convert':
      return only?.amount ?? 0n
    case 'swap':
      return decideSwapDelivery(plan, options)
    case 'deposit':
      return decideSolverDelivery(plan, options)
  }
}

async function decideSolverDelivery(
  plan: Route,
  options: DeliveryContext & { resolved: ResolvedQuoteRequest; legs: readonly LegAmounts[] },
): Promise<bigint> {
  const { legs, resolved, book } = options
  const asset = plan.destination
  const amount = getDeliveredAmount(legs, { destination: asset, isLike: resolved.isLike, book })
  await checkInventory([{ asset, amount }], options)
  return amount
}

/**
 * Checks that the solver holds these amounts beyond what executions under way have reserved.
 *
 * @throws ServiceError INSUFFICIENT_LIQUIDITY or CHAIN_UNAVAILABLE.
 */
export async function checkInventory(
  amounts: readonly { asset: Asset; amount: bigint }[],
  options: Pick<DeliveryContext, 'network' | 'balances' | 'reserved'>,
): Promise<void> {
  const checks = amounts.map(async ({ asset: { assetType, chainId }, amount }) => {
    const { solver } = getRoles(options.network, chainId)
    const holdings = await options.balances.holdings(solver, chainId)
    const balance = holdings?.balanceOf(assetType)
    if (!holdings || balance === undefined) throw buildUnavailableError(chainId)
    const spokenFor = await options.reserved({
      chain: chainId,
      owner: solver,
      asset: assetType,
      atBlock: holdings.blockNumber,
    })
    const free = balance - spokenFor - getNativeReserve(assetType)
    if (free < amount) throw buildIlliquidError(assetType, amount)
  })
  await Promise.all(checks)
}

/** The pool's output, compared with the feeds twice: for one dollar and for the whole amount. */
async function decideSwapDelivery(
  plan: Route,
  options: DeliveryContext & { legs: readonly LegAmounts[] },
): Promise<bigint> {
  const { chains, legs, book } = options
  const { destination, pool } = plan
  const [leg] = legs
  const chain = chains.get(destination.chainId)
  if (!leg || !pool || !chain) throw new Error('A swap needs one draw, a pool and its chain.')
  const { asset } = leg.allocation
  const priceUsd = book.priceUsd(asset)
  if (priceUsd === undefined) throw buildPriceConflictError(destination.assetType)
  const dollar = toUnits(10n ** 8n, { decimals: asset.decimals, priceUsd })
  const question = { from: asset.assetType, to: destination.assetType, poolFee: pool.fee }
  const [whole, probe] = await Promise.all([
    chain.quotePool({ ...question, amount: leg.amount }),
    chain.quotePool({ ...question, amount: dollar }),
  ])
  if (probe === undefined) throw buildIlliquidError(destination.assetType, leg.amount)
  const fed = [leg.amount, dollar].map((amount) =>
    getDeliveredAmount([{ ...leg, amount }], { destination, isLike: false, book }),
  )
  const [expected = 0n, expectedProbe = 0n] = fed
  const probeOff = getDifferenceBps(probe, expectedProbe)
  if (probeOff > poolBoundBps || probeOff < -poolBoundBps)
    throw buildPriceConflictError(destination.assetType)
  if (whole === undefined || getDifferenceBps(whole, expected) < -impactBoundBps)
    throw buildIlliquidError(destination.assetType, leg.amount)
  return whole
}

/** Difference from the expected amount in basis points; negative for less. */
function getDifferenceBps(given: bigint, expected: bigint): bigint {
  return expected === 0n ? 10_000n : ((given - expected) * 10_000n) / expected
}

function buildIlliquidError(assetType: AssetType, amount: bigint): ServiceError {
  return new ServiceError(
    'INSUFFICIENT_LIQUIDITY',
    `There is not enough ${assetType} to deliver now for an amount of ${amount}.`,
  )
}

function buildPriceConflictError(assetType: AssetType): ServiceError {
  return new ServiceError(
    'PRICE_UNAVAILABLE',
    `The pool's price of ${assetType} contradicts the price feed.`,
  )
}

function buildUnavailableError(chainId: ChainId): ServiceError {
  return new ServiceError('CHAIN_UNAVAILABLE', `${chainId} does not answer.`)
}
