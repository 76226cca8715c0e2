import type { Network } from '#networks/network.ts'
import type { Account } from '#protocol/accounts/account.ts'
import { splitAssetType } from '#protocol/ids/caip.ts'
import type { BalanceRecord } from '#protocol/quotes/balance.ts'
import { useBalances } from '#dashboard/api/balances/balances.ts'

/** What a form pays with where its address names nothing; see {@link findDefaultPaid}. */
export function useDefaultPaid(network: Network, accounts: readonly Account[]): string {
  return findDefaultPaid(network, useBalances(accounts, network).data)
}

/** USDC; where none of it is held on any chain, the asset that is worth most. */
export function findDefaultPaid(
  { names, aggregates }: Pick<Network, 'names' | 'aggregates'>,
  balances: BalanceRecord | undefined,
): string {
  const usdc = `${names.aggregatedPrefix}:usdc`
  if (!balances) return usdc
  const { balanceByAggregatedAsset: held, unavailableChains = [] } = balances
  const members = aggregates.find((one) => one.aggregatedAssetId === usdc)?.members ?? []
  const isUnread = members.some(({ assetType }) =>
    unavailableChains.includes(splitAssetType(assetType).chainId),
  )
  const own = held.find((one) => one.aggregatedAssetId === usdc)
  if (isUnread || BigInt(own?.balance ?? 0) > 0n) return usdc
  const [largest] = held.toSorted((a, b) => b.fiatValue - a.fiatValue)
  return largest && largest.fiatValue > 0 ? largest.aggregatedAssetId : usdc
}
