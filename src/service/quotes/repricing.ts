import type { Network } from '#networks/network.ts'
import { rescale } from '#protocol/amount.ts'
import type { AssetType, ChainId } from '#protocol/caip.ts'
import { type Asset, indexAssets } from '../assetIndex.ts'
import { feedChainOf, type PriceBook, type Prices } from '../prices/prices.ts'
import { ServiceError } from '../ServiceError.ts'
import { likeBoundBps, repriceBoundBps } from './rates.ts'

/** What an execution comes to for the service, in smallest units. */
export type Exchange = {
  /** What the solver gets and gives, without fees; both empty when one operation does everything. */
  given: readonly Amount[]
  delivered: readonly Amount[]
  /** What is charged. */
  fees: readonly Amount[]
  /** Gas that the service bears for it; on Solana in lamports. */
  gas: readonly { chainId: ChainId; gas: bigint }[]
  /** What it gives away beside that, and does not get back. */
  rent: readonly Amount[]
}

type Amount = { assetType: AssetType; amount: bigint }

/**
 * Holds an exchange against the feeds and the gas of this moment.
 *
 * @throws ServiceError PRICE_UNAVAILABLE when it has become worse for the service than the bounds
 *   allow, or a price is missing; CHAIN_UNAVAILABLE when the chain of the feed does not answer;
 *   UNSUPPORTED_ASSET.
 */
export type Reprice = (exchange: Exchange) => Promise<void>

/**
 * Makes the check of prices that quotes go through again when they are executed. Moves in favour of
 * the solver pass: the user signed for this much. Like assets, quoted one for one, may differ by as
 * much as at quoting.
 *
 * Source: security rules 16 and 35 (EVM 1); the bounds are ours.
 */
export function createRepricing(options: { network: Network; prices: Prices }): Reprice {
  const assets = indexAssets(options.network)
  return async ({ given, delivered, fees, gas, rent }) => {
    const [gets, gives] = [given.map(withAsset), delivered.map(withAsset)]
    const [charged, lost] = [fees.map(withAsset), rent.map(withAsset)]
    const chainIds = [...gets, ...gives, ...charged, ...lost].map(({ asset }) => asset.chainId)
    const all = [...chainIds, ...gas.map(({ chainId }) => chainId)]
    const book = await options.prices.read([...new Set(all)])
    checkWorth(gets, { gives, book })
    checkFees(charged, { gas, lost, book })
  }

  function withAsset({ assetType, amount }: Amount) {
    return { amount, asset: assetIn(assetType) }
  }

  function assetIn(assetType: AssetType): Asset {
    const asset = assets.find(assetType)
    if (asset) return asset
    throw new ServiceError('UNSUPPORTED_ASSET', `${assetType} is not an asset of this network.`)
  }
}

type Valued = { amount: bigint; asset: Asset }

function checkWorth(
  gets: readonly Valued[],
  { gives, book }: { gives: readonly Valued[]; book: PriceBook },
): void {
  const [worth, promised] = [sumOf(gets, book), sumOf(gives, book)]
  const [first] = gives
  const isLike = [...gets, ...gives].every(
    ({ asset }) => asset.aggregate === first?.asset.aggregate,
  )
  const boundBps = isLike ? likeBoundBps : repriceBoundBps
  if (worth * 10_000n >= promised * (10_000n - boundBps)) return
  const lessBps = 10_000n - (worth * 10_000n) / promised
  throw new ServiceError(
    'PRICE_UNAVAILABLE',
    `Prices moved since the quote was made: what is given is worth ${lessBps} basis points less than what was promised. Ask for a new quote.`,
  )
}

/** Gas may become this many times as dear while a quote is looked at. Source: ours. */
const gasRise = 2n

/** Fees cover what the service bears; rent, which somebody else may keep, nearly to the last unit. */
function checkFees(
  charged: readonly Valued[],
  { gas, lost, book }: Pick<Exchange, 'gas'> & { lost: readonly Valued[]; book: PriceBook },
): void {
  const paid = sumOf(charged.map(withRounding), book)
  const borne = gas.reduce((sum, one) => sum + gasWorth(one, book), 0n)
  const kept = (sumOf(lost, book) * (10_000n - repriceBoundBps)) / 10_000n
  if (paid >= borne / gasRise + kept) return
  throw new ServiceError(
    'PRICE_UNAVAILABLE',
    'The fee of the quote does not cover the gas that it takes now. Ask for a new quote.',
  )
}

/** Fees are rounded down to what their asset and its aggregate can express. */
function withRounding({ asset, amount }: Valued): Valued {
  const finer = asset.decimals - asset.aggregate.decimals
  return { asset, amount: amount + 2n * 10n ** BigInt(Math.max(0, finer)) }
}

function gasWorth({ chainId, gas }: Exchange['gas'][number], book: PriceBook): bigint {
  const usd = book.gasUsd(chainId, gas)
  if (usd === undefined)
    throw book.unavailableChains.includes(chainId)
      ? new ServiceError('CHAIN_UNAVAILABLE', `${chainId} does not answer.`)
      : new ServiceError('PRICE_UNAVAILABLE', `Gas on ${chainId} has no price now.`)
  return usd * 10n ** BigInt(wide)
}

/** Wide enough that amounts of all decimals are compared without loss. */
const wide = 36

/** What amounts are worth together. @throws ServiceError PRICE_UNAVAILABLE or CHAIN_UNAVAILABLE. */
function sumOf(amounts: readonly { amount: bigint; asset: Asset }[], book: PriceBook): bigint {
  return amounts.reduce((sum, { amount, asset }) => {
    const price = book.priceUsd(asset)
    if (price === undefined) throw unpriced(asset, book)
    return sum + rescale(amount, { from: asset.decimals, to: wide }) * price
  }, 0n)
}

function unpriced(asset: Asset, { unavailableChains }: PriceBook): ServiceError {
  const feedChain = feedChainOf(asset)
  return unavailableChains.includes(feedChain)
    ? new ServiceError('CHAIN_UNAVAILABLE', `${feedChain} does not answer.`)
    : new ServiceError('PRICE_UNAVAILABLE', `${asset.assetType} has no price now.`)
}
