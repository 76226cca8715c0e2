import { type AccountAddress, isAddressOn, isSameAsset } from '#protocol/ids/caip.ts'
import type { BalanceRecord } from '#protocol/quotes/balance.ts'
import type { VaultBalances } from '../../../api/chains/vaults.ts'
import { sumShown } from '../../../components/amounts/worth.ts'

/** What an account holds, as far as it is known. */
export type AccountWorth =
  | 'loading'
  | 'unknown'
  /** `isPartial`: a chain, a vault or a price is missing, so that it may be more. */
  | { valueUsd: number; isPartial: boolean }

/**
 * What an account is worth: the balances and shares of vaults that the total of the balances page adds
 * up, as that page shows them. Never 0 where nothing could be read.
 */
export function computeWorth(
  address: AccountAddress,
  { record, vaults }: { record: BalanceRecord; vaults: VaultBalances },
): AccountWorth {
  const { unavailableChains = [], unpricedAssets = [] } = record
  const members = record.balanceByAggregatedAsset.flatMap((one) => one.individualAssetBalances)
  const held = [...members, ...record.balanceBySpecificAsset].filter(
    ({ balance }) => BigInt(balance) > 0n,
  )
  const isPartial =
    vaults.held.some((one) => one.valueUsd === undefined) ||
    [...unavailableChains, ...vaults.silentOn].some((chain) => isAddressOn(address, chain)) ||
    held.some(({ assetType }) => unpricedAssets.some((one) => isSameAsset(one, assetType)))
  const valueUsd = sumShown([
    ...members.map(({ fiatValue }) => fiatValue),
    ...vaults.held.map((one) => one.valueUsd ?? 0),
  ])
  return valueUsd === 0 && isPartial ? 'unknown' : { valueUsd, isPartial }
}
