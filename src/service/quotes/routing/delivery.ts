import type { Chain } from '#chains/ports/chain.ts'
import { rolesOn } from '#networks/chainsOf.ts'
import type { Network } from '#networks/network.ts'
import type { AccountAddress, AssetType, ChainId } from '#protocol/ids/caip.ts'
import type { Asset } from '../../assetIndex.ts'
import type { Balances } from '../../balances/balances.ts'
import { nativeReserve } from '../../nativeReserve.ts'
import type { PriceBook } from '../../prices/prices.ts'
import { unitsFor } from '../../prices/usd.ts'
import { ServiceError } from '../../ServiceError.ts'
import type { Asking } from '../request/asking.ts'
import type { Plan } from './plans.ts'
import { deliveredAmount, type LegTerms } from './terms.ts'

/** Units of an inventory that are spoken for by executions under way. */
export type Reserved = (holding: {
  chain: ChainId
  owner: AccountAddress
  asset: AssetType
  /** Block at which the balance was read. */
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

/** How far a pool's price may be from the feed's before neither is believed. */
const poolBoundBps = 150n
/** How much worse than the feed a swap may come out by its own size. */
const impactBoundBps = 300n

/**
 * How much of the destination asset a plan delivers, once it is sure that it can.
 *
 * @throws ServiceError PRICE_UNAVAILABLE when the pool contradicts the feed, INSUFFICIENT_LIQUIDITY
 *   when pool or solver cannot deliver as much, CHAIN_UNAVAILABLE.
 */
export async function decideDelivery(
  plan: Plan,
  options: DeliveryContext & { asking: Asking; legs: readonly LegTerms[] },
): Promise<bigint> {
  const [only] = options.legs
  switch (plan.kind) {
    case 'transfer':
    case 'convert':
      return only?.amount ?? 0n
    case 'swap':
      return swapDelivery(plan, options)
    case 'deposit':
      return solverDelivery(plan, options)
  }
}

async function solverDelivery(
  plan: Plan,
  options: DeliveryContext & { asking: Asking; legs: readonly LegTerms[] },
): Promise<bigint> {
  const { legs, asking, book } = options
  const asset = plan.destination
  const amount = deliveredAmount(legs, { destination: asset, isLike: asking.isLike, book })
  await checkInventory([{ asset, amount }], options)
  return amount
}

/**
 * Makes sure that the solver holds this much beyond what executions under way have been promised.
 *
 * @throws ServiceError INSUFFICIENT_LIQUIDITY or CHAIN_UNAVAILABLE.
 */
export async function checkInventory(
  amounts: readonly { asset: Asset; amount: bigint }[],
  options: Pick<DeliveryContext, 'network' | 'balances' | 'reserved'>,
): Promise<void> {
  const checks = amounts.map(async ({ asset: { assetType, chainId }, amount }) => {
    const { solver } = rolesOn(options.network, chainId)
    const holdings = await options.balances.holdings(solver, chainId)
    const balance = holdings?.balanceOf(assetType)
    if (!holdings || balance === undefined) throw unavailable(chainId)
    const spokenFor = await options.reserved({
      chain: chainId,
      owner: solver,
      asset: assetType,
      atBlock: holdings.blockNumber,
    })
    const free = balance - spokenFor - nativeReserve(assetType)
    if (free < amount) throw illiquid(assetType, amount)
  })
  await Promise.all(checks)
}

/** The pool's answer, held against the feeds: once for a dollar, once for the whole amount. */
async function swapDelivery(
  plan: Plan,
  options: DeliveryContext & { legs: readonly LegTerms[] },
): Promise<bigint> {
  const { chains, legs, book } = options
  const { destination, pool } = plan
  const [leg] = legs
  const chain = chains.get(destination.chainId)
  if (!leg || !pool || !chain) throw new Error('A swap needs one draw, a pool and its chain.')
  const { asset } = leg.draw
  const priceUsd = book.priceUsd(asset)
  if (priceUsd === undefined) throw contradicted(destination.assetType)
  const dollar = unitsFor(10n ** 8n, { decimals: asset.decimals, priceUsd })
  const question = { from: asset.assetType, to: destination.assetType, poolFee: pool.fee }
  const [whole, probe] = await Promise.all([
    chain.quotePool({ ...question, amount: leg.amount }),
    chain.quotePool({ ...question, amount: dollar }),
  ])
  if (probe === undefined) throw illiquid(destination.assetType, leg.amount)
  const fed = [leg.amount, dollar].map((amount) =>
    deliveredAmount([{ ...leg, amount }], { destination, isLike: false, book }),
  )
  const [expected = 0n, expectedProbe = 0n] = fed
  const probeOff = offByBps(probe, expectedProbe)
  if (probeOff > poolBoundBps || probeOff < -poolBoundBps) throw contradicted(destination.assetType)
  if (whole === undefined || offByBps(whole, expected) < -impactBoundBps)
    throw illiquid(destination.assetType, leg.amount)
  return whole
}

/** How much more than expected was given, in basis points; negative for less. */
function offByBps(given: bigint, expected: bigint): bigint {
  return expected === 0n ? 10_000n : ((given - expected) * 10_000n) / expected
}

function illiquid(assetType: AssetType, amount: bigint): ServiceError {
  return new ServiceError(
    'INSUFFICIENT_LIQUIDITY',
    `There is not enough ${assetType} to deliver now for an amount of ${amount}.`,
  )
}

function contradicted(assetType: AssetType): ServiceError {
  return new ServiceError(
    'PRICE_UNAVAILABLE',
    `The pool's price of ${assetType} contradicts the price feed.`,
  )
}

function unavailable(chainId: ChainId): ServiceError {
  return new ServiceError('CHAIN_UNAVAILABLE', `${chainId} does not answer.`)
}
