import { type AccountAddress, isAddressOn, isSameAsset } from '#protocol/ids/caip.ts'
import type { BalanceRecord } from '#protocol/quotes/balance.ts'

/** What an account holds, as far as it is known. */
export type AccountWorth =
  | 'loading'
  | 'unknown'
  /** `isPartial`: a chain or a price is missing, so that it may be more. */
  | { valueUsd: number; isPartial: boolean }

/** What an account is worth by its balances; never 0 where nothing could be read. */
export function computeWorth(address: AccountAddress, record: BalanceRecord): AccountWorth {
  const { unavailableChains = [], unpricedAssets = [], totalBalance } = record
  const held = [
    ...record.balanceByAggregatedAsset.flatMap((one) => one.individualAssetBalances),
    ...record.balanceBySpecificAsset,
  ].filter(({ balance }) => BigInt(balance) > 0n)
  const isPartial =
    unavailableChains.some((chain) => isAddressOn(address, chain)) ||
    held.some(({ assetType }) => unpricedAssets.some((one) => isSameAsset(one, assetType)))
  const valueUsd = totalBalance.fiatValue
  return valueUsd === 0 && isPartial ? 'unknown' : { valueUsd, isPartial }
}
