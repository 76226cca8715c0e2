import type { Network } from '#networks/network.ts'
import type { AssetType } from '#protocol/caip.ts'
import { type Asset, indexAssets } from '../assetIndex.ts'
import type { Prices } from '../prices/prices.ts'
import { ServiceError } from '../ServiceError.ts'
import { likeBoundBps, repriceBoundBps } from './rates.ts'
import { deliveredAmount } from './terms.ts'

/** What the solver gives and gets, in smallest units and without fees. */
export type Exchange = {
  given: readonly { assetType: AssetType; amount: bigint }[]
  delivered: { assetType: AssetType; amount: bigint }
}

/**
 * Holds an exchange against the feeds of this moment.
 *
 * @throws ServiceError PRICE_UNAVAILABLE when it has become worse for the solver than the bound
 *   allows, or a price is missing; UNSUPPORTED_ASSET.
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
    const legs = given.map(({ assetType, amount }) => ({
      amount,
      draw: { asset: assetIn(assetType) },
    }))
    const destination = assetIn(delivered.assetType)
    const chainIds = [destination, ...legs.map(({ draw }) => draw.asset)].map(
      ({ chainId }) => chainId,
    )
    const book = await options.prices.read([...new Set(chainIds)])
    const worth = deliveredAmount(legs, { destination, isLike: false, book })
    const isLike = legs.every(({ draw }) => draw.asset.aggregate === destination.aggregate)
    const boundBps = isLike ? likeBoundBps : repriceBoundBps
    if (worth * 10_000n >= delivered.amount * (10_000n - boundBps)) return
    throw new ServiceError(
      'PRICE_UNAVAILABLE',
      `Prices moved since the quote was made: ${delivered.amount} of ${delivered.assetType} were promised for what is worth ${worth} now. Ask for a new quote.`,
    )
  }

  function assetIn(assetType: AssetType): Asset {
    const asset = assets.find(assetType)
    if (asset) return asset
    throw new ServiceError('UNSUPPORTED_ASSET', `${assetType} is not an asset of this network.`)
  }
}
