import { rescale, toUnits } from '#protocol/ids/amount.ts'
import { type AssetType, isSameAsset } from '#protocol/ids/caip.ts'
import type { AssetRecord } from '#protocol/service/discovery.ts'

/** An amount with what is needed to write it. */
export type NamedAmount = { units: bigint; decimals: number; symbol: string }

/**
 * What legs come to together, in the decimals of their aggregate: the sum that a service writes beside
 * them is in those of whatever was asked for. Undefined where a leg has no amount or they are unlike.
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
  return { units: rescale(sum, { from: widest, to: decimals }), decimals, symbol }
}
