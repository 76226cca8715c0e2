import { toUnits } from '#protocol/ids/amount.ts'
import type { BalanceRecord } from '#protocol/quotes/balance.ts'
import {
  type AccountAddress,
  type AssetType,
  isSameAsset,
  splitAssetType,
} from '#protocol/ids/caip.ts'

/** What one account holds of one asset on one chain. */
export type AccountPart = {
  account: AccountAddress
  /** Smallest units of the asset there; undefined where the chain could not be read for it. */
  units: bigint | undefined
  /** Undefined without a fresh price, or unread. */
  valueUsd: number | undefined
}

/**
 * Who holds what of an asset on its chain: every account that holds some or could not be read, in
 * the order in which they are in use. The units add up to what the accounts hold together.
 */
export function getAccountParts(
  assetType: AssetType,
  each: readonly { account: AccountAddress; record: BalanceRecord }[],
): readonly AccountPart[] {
  return each.flatMap(({ account, record }): AccountPart[] => {
    const { chainId } = splitAssetType(assetType)
    if (record.unavailableChains?.includes(chainId))
      return [{ account, units: undefined, valueUsd: undefined }]
    const held = record.balanceByAggregatedAsset
      .flatMap(({ individualAssetBalances }) => individualAssetBalances)
      .find((one) => isSameAsset(one.assetType, assetType))
    const units = toUnits(held?.balance ?? '0')
    if (!held || units === 0n) return []
    const isPriced = !record.unpricedAssets?.some((other) => isSameAsset(other, assetType))
    return [{ account, units, valueUsd: isPriced ? held.fiatValue : undefined }]
  })
}
