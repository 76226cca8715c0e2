import type { AssetRecord } from '#protocol/service/assets.ts'
import type { Network } from './network.ts'

/** Returns a network's assets in the form of the asset list endpoint. */
export function toAssetRecords({ aggregates }: Pick<Network, 'aggregates'>): AssetRecord[] {
  return aggregates.map(({ aggregatedAssetId, symbol, name, decimals, members }) => ({
    aggregatedAssetId,
    symbol,
    name,
    decimals,
    aggregatedEntities: members.map((member) => ({
      assetType: member.assetType,
      decimals: member.decimals,
      name: member.name,
      symbol: member.symbol,
    })),
  }))
}
