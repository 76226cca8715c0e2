import type { Network, Pool } from '#networks/network.ts'
import { feedChainOf } from '#networks/priceSources.ts'
import { accountKind } from '#protocol/accounts/account.ts'
import type { ErrorCode } from '#protocol/status/errors.ts'
import { isSameAddress, isSameAsset } from '#protocol/ids/caip.ts'
import type { Asset } from '../../assetIndex.ts'
import type { PriceBook } from '../../prices/prices.ts'
import { usdOf } from '../../prices/usd.ts'
import { ServiceError } from '../../ServiceError.ts'
import type { Arrivals } from './arrivals.ts'
import { type Asking, cannotReceive } from '../request/asking.ts'
import { type Draw, drawings, mostDraws, smallestSets } from '../funding/drawing.ts'
import { gasFor, gasUse, type PlanKind, type QuoteRates } from '../pricing/rates.ts'
import type { Source, Sources } from '../funding/sources.ts'
import { spreadBps } from '../pricing/spread.ts'
import { throughEscrow, type Way, wayBetween } from './ways.ts'

/** One way to do what is asked: which balances, by which operations, to which asset. */
export type Plan = {
  kind: PlanKind
  draws: readonly Draw[]
  destination: Asset
  /** The pool of a swap. */
  pool: Pool | undefined
  /** Gas that delivering on the destination's chain takes, beyond what the draws take there. */
  deliveryGas: bigint
  signatures: number
  /** What the way costs in 1e-8 dollars: gas, spread, pool fee. */
  costUsd: bigint
}

type Context = {
  network: Network
  book: PriceBook
  rates: QuoteRates
  arrivals: Arrivals
}

/** Of several reasons why there is no way, the one that tells most comes first. */
const tellingOrder: readonly ErrorCode[] = [
  'DELEGATION-001',
  'AMOUNT_TOO_LOW',
  'PRICE_UNAVAILABLE',
  'INSUFFICIENT_BALANCE',
  'INVALID_REQUEST',
  'CHAIN_UNAVAILABLE',
  'NO_ROUTE',
]

/**
 * All ways to do what is asked, best first: fewest signatures, then lowest cost, then the network's
 * order of chains.
 *
 * @throws ServiceError with the most telling reason when there is none.
 * Source: architecture section 3.
 */
export function planRoutes(
  asking: Asking,
  options: Context & { found: Sources },
): readonly [Plan, ...Plan[]] {
  const plans: Plan[] = []
  const reasons: ServiceError[] = []
  for (const destination of asking.to.members) {
    const outcome = plansTo(destination, { ...options, asking })
    if (outcome instanceof ServiceError) reasons.push(outcome)
    else plans.push(...outcome)
  }
  // Stable: plans of equal rank stay in the network's order.
  const [first, ...rest] = plans.toSorted(
    (a, b) => a.signatures - b.signatures || Number(a.costUsd - b.costUsd),
  )
  if (first) return [first, ...rest]
  throw mostTelling(reasons)
}

function plansTo(
  destination: Asset,
  options: Context & { asking: Asking; found: Sources },
): readonly Plan[] | ServiceError {
  const { asking, found, book, arrivals } = options
  const needed = [destination.chainId, feedChainOf(destination)]
  const unread = needed.find((chainId) => book.unavailableChains.includes(chainId))
  if (unread !== undefined || !arrivals.isKnown(destination))
    return new ServiceError(
      'CHAIN_UNAVAILABLE',
      `${unread ?? destination.chainId} cannot be read now.`,
    )
  if (book.priceUsd(destination) === undefined) return unpriced(destination.assetType)
  const movable = found.sources.filter((source) => !isInPlace(source, { asking, destination }))
  const priced = movable.filter(({ asset }) => {
    if (book.priceUsd(asset) === undefined) return false
    return !asking.isLike || !book.arePricesApart(asset, destination)
  })
  const useful = priced.filter((source) => isWorthDrawing(source, options))
  const ways = drawings(useful, asking.from.amount)
  if (ways.length === 0) return lacking({ asking, found, stages: { movable, priced, useful } })
  const plans = ways.flatMap((draws) => planOf(draws, { ...options, destination }) ?? [])
  const refusal = arrivals.refusalOf(destination)
  if (refusal === undefined) return plans
  // What the account sends by itself is tried out with its operation.
  const own = plans.filter(({ kind }) => kind !== 'deposit')
  return own.length > 0 ? own : cannotReceive(refusal)
}

/** The balance is already where it is asked to go. */
function isInPlace(
  source: Source,
  { asking, destination }: { asking: Asking; destination: Asset },
): boolean {
  return (
    isSameAsset(source.asset.assetType, destination.assetType) &&
    isSameAddress(source.account.accountAddress, asking.recipient)
  )
}

/** Twice its own gas: a smallest set draws at least half of each source. */
export function isWorthDrawing(
  source: Source,
  { asking, book }: { asking: Asking; book: PriceBook },
): boolean {
  const { asset, available } = source
  const gas = gasOf(source, 'deposit')
  const costUsd = book.gasUsd(asset.chainId, gas)
  const priceUsd = book.priceUsd(asset)
  if (costUsd === undefined || priceUsd === undefined) return false
  const drawn = available < asking.from.amount ? available / 2n : asking.from.amount
  return usdOf(drawn, { decimals: asking.from.decimals, priceUsd }) > costUsd
}

function planOf(
  draws: readonly Draw[],
  options: Context & { asking: Asking; destination: Asset },
): Plan | undefined {
  const { destination } = options
  const { kind, pool } = wayOf(draws, options)
  const fillGas = kind === 'deposit' ? gasFor('fill', destination.chainId) : 0n
  const deliveryGas = fillGas + options.arrivals.gasOf(destination, kind)
  const costUsd = costOf(draws, { ...options, kind, pool, deliveryGas })
  if (costUsd === undefined) return undefined
  return {
    kind,
    draws,
    destination,
    pool,
    deliveryGas,
    signatures: draws.reduce((sum, draw) => sum + signaturesOf(draw), 0),
    costUsd,
  }
}

function wayOf(
  draws: readonly Draw[],
  { network, destination }: { network: Network; destination: Asset },
): Way {
  const [only, ...others] = draws
  if (!only || others.length > 0) return throughEscrow
  return wayBetween(network, [only.asset.assetType, destination.assetType])
}

/** An authorization is signed beside the first operation of an EIP-7702 account. */
export function signaturesOf({ account, isFirst }: Draw): number {
  return isFirst && accountKind(account) === 'eip7702' ? 2 : 1
}

function costOf(
  draws: readonly Draw[],
  options: Context & {
    asking: Asking
    destination: Asset
    kind: PlanKind
    pool: Pool | undefined
    deliveryGas: bigint
  },
): bigint | undefined {
  const { asking, book, destination, kind, pool, rates, deliveryGas } = options
  let sum = 0n
  for (const draw of draws) {
    const gas = book.gasUsd(draw.asset.chainId, gasOf(draw, kind))
    const priceUsd = book.priceUsd(draw.asset)
    if (gas === undefined || priceUsd === undefined) return undefined
    const worth = usdOf(draw.total, { decimals: asking.from.decimals, priceUsd })
    // A pool's fee is in millionths, a spread in ten-thousandths.
    const margin =
      kind === 'swap'
        ? (worth * BigInt(pool?.fee ?? 0)) / 1_000_000n
        : kind === 'deposit'
          ? (worth * spreadOf(draw)) / 10_000n
          : 0n
    sum += gas + margin
  }
  const fill = book.gasUsd(destination.chainId, deliveryGas)
  return fill === undefined ? undefined : sum + fill

  /** Without one it is refused when its terms are made. */
  function spreadOf({ asset: given }: Draw): bigint {
    return spreadBps({ given, delivered: [destination] }, { book, rates }) ?? 0n
  }
}

/** Gas that one draw is expected to take on its own chain, with the release of a deposit. */
export function gasOf(draw: Source & { measuredGas?: bigint }, kind: PlanKind): bigint {
  const release = kind === 'deposit' ? gasFor('release', draw.asset.chainId) : 0n
  return operationGas(draw, kind) + release
}

/** Gas that a draw's operation takes: what it was measured to take where that is more than usual. */
export function operationGas(
  { asset, isFirst, measuredGas = 0n }: Source & { measuredGas?: bigint },
  kind: PlanKind,
): bigint {
  const usual = gasFor(kind, asset.chainId) + (isFirst ? gasUse.firstOperation : 0n)
  return measuredGas > usual ? measuredGas : usual
}

/** Why the sources do not hold the amount: the first stage at which they no longer do. */
function lacking(options: {
  asking: Asking
  found: Sources
  stages: { movable: readonly Source[]; priced: readonly Source[]; useful: readonly Source[] }
}): ServiceError {
  const { asking, found, stages } = options
  const { amount } = asking.from
  const id = asking.from.aggregatedAssetId
  const [foreign] = found.foreignDelegations
  const held = sumOf(found.sources)
  if (foreign)
    return new ServiceError(
      'DELEGATION-001',
      `${foreign.account.accountAddress} is delegated to another contract on ${foreign.chainId}.`,
    )
  if (sumOf(stages.useful) >= amount) return undrawable(id, { amount, sources: stages.useful })
  if (sumOf(stages.priced) >= amount)
    return new ServiceError(
      'AMOUNT_TOO_LOW',
      `The amount ${amount} of ${id} does not cover what moving it costs.`,
    )
  if (sumOf(stages.movable) >= amount) return unpriced(id)
  if (found.unavailableChains.length > 0)
    return new ServiceError(
      'CHAIN_UNAVAILABLE',
      `${found.unavailableChains.join(', ')} cannot be read, and the other chains do not hold ${amount} of ${id}.`,
    )
  if (held >= amount)
    return new ServiceError('NO_ROUTE', `The ${id} asked for is already where it should go.`)
  return new ServiceError(
    'INSUFFICIENT_BALANCE',
    `${id}: ${amount} needed, ${held} available on the chains that may be spent from.`,
  )
}

function sumOf(sources: readonly Source[]): bigint {
  return sources.reduce((sum, { available }) => sum + available, 0n)
}

/** Why sources that hold enough cannot give this amount. */
export function undrawable(
  assetId: string,
  { amount, sources }: { amount: bigint; sources: readonly Source[] },
): ServiceError {
  if (smallestSets(sources, amount).length === 0)
    return new ServiceError(
      'INSUFFICIENT_BALANCE',
      `${assetId}: ${amount} is spread over more than the ${mostDraws} balances that are drawn together at most. Ask for less, or bring balances together first.`,
    )
  const held = sumOf(sources)
  const most = held - sources.reduce((sum, { kept }) => (kept > sum ? kept : sum), 0n)
  if (most < amount)
    return new ServiceError(
      'INSUFFICIENT_BALANCE',
      `${assetId}: ${amount} would leave a wallet with less than it needs to live. Ask for ${most} at most, or for all of ${held}.`,
    )
  return new ServiceError('NO_ROUTE', `${assetId}: ${amount} is finer than what is held counts.`)
}

function unpriced(assetId: string): ServiceError {
  return new ServiceError('PRICE_UNAVAILABLE', `There is no price of ${assetId} to rely on now.`)
}

function mostTelling(reasons: readonly ServiceError[]): ServiceError {
  const [reason] = reasons.toSorted((a, b) => rankOf(a) - rankOf(b))
  return reason ?? new ServiceError('NO_ROUTE', 'No way leads to the asset asked for.')
}

function rankOf({ code }: ServiceError): number {
  const rank = tellingOrder.indexOf(code)
  return rank < 0 ? tellingOrder.length : rank
}
