import { toUnits } from '#protocol/ids/amount.ts'
import { type AssetType, isSameAsset } from '#protocol/ids/caip.ts'
import type { AssetRecord } from '#protocol/service/assets.ts'
import { markUnlisted, type NamedAmount } from './sumPaidAmount.ts'

/** Names an amount of one asset; undefined for an unknown asset. */
export function toNamedAmount(
  assetType: AssetType,
  amount: string,
  assets: readonly AssetRecord[],
): NamedAmount | undefined {
  const found = findEntity(assets, assetType)
  if (!found) return undefined
  const { decimals, symbol } = found.entity
  return { units: toUnits(amount), decimals, symbol, ...markUnlisted(found.asset) }
}

type Entity = { asset: AssetRecord; entity: AssetRecord['aggregatedEntities'][number] }

/** What was found, by the list it was found in: a long history asks for the same few many times. */
const kept = new WeakMap<readonly AssetRecord[], Map<AssetType, Entity | undefined>>()

function findEntity(assets: readonly AssetRecord[], assetType: AssetType): Entity | undefined {
  const known = kept.get(assets) ?? new Map<AssetType, Entity | undefined>()
  kept.set(assets, known)
  if (!known.has(assetType))
    known.set(
      assetType,
      assets
        .flatMap((asset) => asset.aggregatedEntities.map((entity) => ({ asset, entity })))
        .find(({ entity }) => isSameAsset(entity.assetType, assetType)),
    )
  return known.get(assetType)
}
