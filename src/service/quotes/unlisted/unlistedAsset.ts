import type { PricedPool } from '#chains/evm/assets/findUnlistedPool.ts'
import type { Member, Network, Pool } from '#networks/network.ts'
import { type AssetType, type ChainId, EvmAddress, isSameAsset } from '#protocol/ids/caip.ts'
import { nameUnlisted } from '#protocol/quotes/unlistedToken.ts'
import { type Asset, type AssetIndex, indexAssets } from '../../assetIndex.ts'

/** A token that no list names, as it was read, with the pool that prices it. */
export type UnlistedAsset = {
  /** With checksum. */
  assetType: AssetType
  token: EvmAddress
  chainId: ChainId
  decimals: number
  symbol: string | undefined
  name: string | undefined
  pool: PricedPool
  /** The listed token of the pool. */
  pairedWith: Asset
}

/** A network of one quote, in which the token has a place. */
export type WidenedNetwork = { network: Network; assets: AssetIndex }

/**
 * Returns the network of one quote, with the token and its pool. The token has no feed there, so that
 * nothing that asks for its price gets one: no limit, cap or payment of the service depends on what a
 * pool says. Source: ours (wire, "Tokens on no list").
 */
export function widenNetwork(network: Network, unlisted: UnlistedAsset): WidenedNetwork {
  const { assetType, decimals, chainId, pool, pairedWith } = unlisted
  const [prefix = ''] = network.aggregates[0]?.aggregatedAssetId.split(':') ?? []
  const names = nameUnlisted(unlisted)
  const member: Member = { assetType, decimals, ...names, feed: noFeed, maxAgeSeconds: 0 }
  const sides: Pool['tokens'] = pool.isToken0
    ? [assetType, pairedWith.assetType]
    : [pairedWith.assetType, assetType]
  const widened: Network = {
    ...network,
    aggregates: [
      ...network.aggregates,
      { aggregatedAssetId: `${prefix}:unlisted`, ...names, decimals, members: [member] },
    ],
    pools: [
      ...network.pools,
      { chainId, pool: pool.address, tokens: sides, fee: pool.fee, unlisted: assetType },
    ],
  }
  return { network: widened, assets: indexAssets(widened) }
}

/** Nothing answers here, so that there is no price. */
const noFeed = EvmAddress.parse('0x0000000000000000000000000000000000000000')

/** Whether an asset is the token that no list names. */
export function isUnlisted({ assetType }: UnlistedAsset, asset: { assetType: AssetType }): boolean {
  return isSameAsset(assetType, asset.assetType)
}
