import { toUnits } from '#protocol/ids/amount.ts'
import type { BalanceRecord } from '#protocol/quotes/balance.ts'
import {
  type AccountAddress,
  type AssetType,
  isSameAsset,
  splitAssetType,
} from '#protocol/ids/caip.ts'

/** Balance of one account in one asset on one chain. */
export type AccountPart = {
  account: AccountAddress
  /** Smallest units; undefined if the chain could not be read for this account. */
  units: bigint | undefined
  /** Undefined if unread or without a fresh price. */
  valueUsd: number | undefined
}

/**
 * Returns the balance of each account in an asset on its chain, in the order of the accounts, which
 * add up to the whole. Includes accounts that could not be read, but none with a zero balance.
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
