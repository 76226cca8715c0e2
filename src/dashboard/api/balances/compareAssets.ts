import { toAssetRecords } from '#networks/toAssetRecords.ts'
import type { Network } from '#networks/network.ts'
import { isSameAsset } from '#protocol/ids/caip.ts'
import type { AssetRecord } from '#protocol/service/assets.ts'

import { translate } from '../../language/translate.ts'

/** An asset that the service describes differently from the pinned network. */
export type AssetDifference = { assetId: string; pinned: string; reported: string }

/** Finds pinned assets that the service describes differently; its other assets are never shown. */
export function compareAssets(
  reported: readonly AssetRecord[],
  network: Pick<Network, 'aggregates'>,
): readonly AssetDifference[] {
  return toAssetRecords(network).flatMap((asset) => {
    const other = reported.find((one) => one.aggregatedAssetId === asset.aggregatedAssetId)
    if (!other) return []
    const members = asset.aggregatedEntities.flatMap((member) => {
      const same = other.aggregatedEntities.find((one) =>
        isSameAsset(one.assetType, member.assetType),
      )
      return same ? compareAsset(member.assetType, { pinned: member, reported: same }) : []
    })
    return [
      ...compareAsset(asset.aggregatedAssetId, { pinned: asset, reported: other }),
      ...members,
    ]
  })
}

type AssetDescription = { symbol: string; name: string; decimals: number }

function compareAsset(
  assetId: string,
  of: { pinned: AssetDescription; reported: AssetDescription },
): readonly AssetDifference[] {
  const [pinned, reported] = [formatDescription(of.pinned), formatDescription(of.reported)]
  return pinned === reported ? [] : [{ assetId, pinned, reported }]
}

function formatDescription({ symbol, name, decimals }: AssetDescription): string {
  return translate('{name} ({symbol}) with {decimals} decimals', { name, symbol, decimals })
}
