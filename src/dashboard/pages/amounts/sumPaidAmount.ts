import { rescale, toUnits } from '#protocol/ids/amount.ts'
import { type AssetType, isSameAsset } from '#protocol/ids/caip.ts'
import type { AssetRecord } from '#protocol/service/assets.ts'
import type { UnlistedName } from '../../api/chains/unlistedTokens.ts'

/** An amount with its decimals and ticker. */
export type NamedAmount = {
  units: bigint
  decimals: number
  symbol: string
  /** No list names the asset, see {@link toUnlistedRecord}. */
  isUnlisted?: true
}

const unlistedGroup = 'unlisted:token'

/** A token that no list names, as a record beside those of the network's assets. */
export function toUnlistedRecord(token: UnlistedName): AssetRecord {
  const { symbol, name, decimals } = token
  return {
    aggregatedAssetId: unlistedGroup,
    symbol,
    name,
    decimals,
    aggregatedEntities: [token],
  }
}

/** Marks an amount of a record that stands for a token on no list. */
export function markUnlisted({
  aggregatedAssetId,
}: Pick<AssetRecord, 'aggregatedAssetId'>): Pick<NamedAmount, 'isUnlisted'> {
  return aggregatedAssetId === unlistedGroup ? { isUnlisted: true } : {}
}

/**
 * Adds up legs in the decimals of their aggregate, which the sum that a service reports need not
 * have. Undefined if a leg has no amount or belongs to another aggregate.
 */
export function sumPaidAmount(
  legs: readonly { assetType: AssetType; amount?: string | undefined }[],
  assets: readonly AssetRecord[],
): NamedAmount | undefined {
  const [first] = legs
  const asset = assets.find(({ aggregatedEntities }) =>
    aggregatedEntities.some((one) => first && isSameAsset(one.assetType, first.assetType)),
  )
  if (!asset) return undefined
  const { decimals, symbol, aggregatedEntities } = asset
  const widest = Math.max(decimals, ...aggregatedEntities.map((one) => one.decimals))
  let sum = 0n
  for (const { assetType, amount } of legs) {
    const member = aggregatedEntities.find((one) => isSameAsset(one.assetType, assetType))
    if (!member || amount === undefined) return undefined
    sum += rescale(toUnits(amount), { from: member.decimals, to: widest })
  }
  const units = rescale(sum, { from: widest, to: decimals })
  return { units, decimals, symbol, ...markUnlisted(asset) }
}
