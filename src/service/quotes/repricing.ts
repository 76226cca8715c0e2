import type { Network } from '#networks/network.ts'
import { rescale } from '#protocol/amount.ts'
import type { AssetType } from '#protocol/caip.ts'
import { type Asset, indexAssets } from '../assetIndex.ts'
import { feedChainOf, type PriceBook, type Prices } from '../prices/prices.ts'
import { ServiceError } from '../ServiceError.ts'
import { likeBoundBps, repriceBoundBps } from './rates.ts'

/** What the solver gives and gets, in smallest units and without fees. */
export type Exchange = {
  given: readonly Amount[]
  delivered: readonly Amount[]
}

type Amount = { assetType: AssetType; amount: bigint }

/**
 * Holds an exchange against the feeds of this moment.
 *
 * @throws ServiceError PRICE_UNAVAILABLE when it has become worse for the solver than the bound
 *   allows, or a price is missing; CHAIN_UNAVAILABLE when the chain of the feed does not answer;
 *   UNSUPPORTED_ASSET.
 */
export type Reprice = (exchange: Exchange) => Promise<void>

/**
 * Makes the check of prices that quotes go through again when they are executed. Moves in favour of
 * the solver pass: the user signed for this much. Like assets, quoted one for one, may differ by as
 * much as at quoting.
 *
 * Source: security rule 16 (EVM 1); the bounds are ours.
 */
export function createRepricing(options: { network: Network; prices: Prices }): Reprice {
  const assets = indexAssets(options.network)
  return async ({ given, delivered }) => {
    const [gets, gives] = [given.map(withAsset), delivered.map(withAsset)]
    const chainIds = [...gets, ...gives].map(({ asset }) => asset.chainId)
    const book = await options.prices.read([...new Set(chainIds)])
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

  function withAsset({ assetType, amount }: Amount) {
    return { amount, asset: assetIn(assetType) }
  }

  function assetIn(assetType: AssetType): Asset {
    const asset = assets.find(assetType)
    if (asset) return asset
    throw new ServiceError('UNSUPPORTED_ASSET', `${assetType} is not an asset of this network.`)
  }
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
