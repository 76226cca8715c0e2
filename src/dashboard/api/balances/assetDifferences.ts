import { toAssetRecords } from '#networks/toAssetRecords.ts'
import type { Network } from '#networks/network.ts'
import { isSameAsset } from '#protocol/ids/caip.ts'
import type { AssetRecord } from '#protocol/service/discovery.ts'

/** An asset that a service describes otherwise than the pinned network. */
export type AssetDifference = { assetId: string; pinned: string; said: string }

/** What a service's list says of pinned assets that is not so; what it lists beside them is not shown. */
export function assetDifferences(
  said: readonly AssetRecord[],
  network: Pick<Network, 'aggregates'>,
): readonly AssetDifference[] {
  return toAssetRecords(network).flatMap((asset) => {
    const other = said.find((one) => one.aggregatedAssetId === asset.aggregatedAssetId)
    if (!other) return []
    const members = asset.aggregatedEntities.flatMap((member) => {
      const same = other.aggregatedEntities.find((one) =>
        isSameAsset(one.assetType, member.assetType),
      )
      return same ? difference(member.assetType, { pinned: member, said: same }) : []
    })
    return [...difference(asset.aggregatedAssetId, { pinned: asset, said: other }), ...members]
  })
}

type Described = { symbol: string; name: string; decimals: number }

function difference(
  assetId: string,
  of: { pinned: Described; said: Described },
): readonly AssetDifference[] {
  const [pinned, said] = [describe(of.pinned), describe(of.said)]
  return pinned === said ? [] : [{ assetId, pinned, said }]
}

function describe({ symbol, name, decimals }: Described): string {
  return `${name} (${symbol}) with ${decimals} decimals`
}
