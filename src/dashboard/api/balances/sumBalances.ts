import { isSameAsset } from '#protocol/ids/caip.ts'
import type { AssetBalance, BalanceRecord } from '#protocol/quotes/balance.ts'

/**
 * Adds up the balances of several accounts. A chain that could not be read for one of them is
 * unavailable in the result.
 *
 * @param records - One per account, with the same aggregates.
 */
export function sumBalances(
  records: readonly [BalanceRecord, ...(readonly BalanceRecord[])],
): BalanceRecord {
  const [first, ...others] = records
  return others.reduce(addRecord, first)
}

function addRecord(a: BalanceRecord, b: BalanceRecord): BalanceRecord {
  const unavailable = mergeUnique(a.unavailableChains, b.unavailableChains)
  const unpriced = mergeUnique(a.unpricedAssets, b.unpricedAssets)
  return {
    ...a,
    balanceByAggregatedAsset: a.balanceByAggregatedAsset.map((one) => {
      const other = b.balanceByAggregatedAsset.find(
        ({ aggregatedAssetId }) => aggregatedAssetId === one.aggregatedAssetId,
      )
      if (!other) return one
      return {
        ...one,
        balance: addDecimals(one.balance, other.balance),
        fiatValue: one.fiatValue + other.fiatValue,
        individualAssetBalances: addAssets(
          one.individualAssetBalances,
          other.individualAssetBalances,
        ),
      }
    }),
    balanceBySpecificAsset: addAssets(a.balanceBySpecificAsset, b.balanceBySpecificAsset),
    totalBalance: { fiatValue: a.totalBalance.fiatValue + b.totalBalance.fiatValue },
    ...(unavailable && { unavailableChains: unavailable }),
    ...(unpriced && { unpricedAssets: unpriced }),
  }
}

function addAssets(a: readonly AssetBalance[], b: readonly AssetBalance[]): AssetBalance[] {
  const added = a.map((one) => {
    const other = b.find(({ assetType }) => isSameAsset(assetType, one.assetType))
    if (!other) return one
    return {
      ...one,
      balance: addDecimals(one.balance, other.balance),
      fiatValue: one.fiatValue + other.fiatValue,
    }
  })
  const found = b.filter(({ assetType }) => !a.some((one) => isSameAsset(one.assetType, assetType)))
  return [...added, ...found]
}

function addDecimals(a: string, b: string): string {
  return String(BigInt(a) + BigInt(b))
}

function mergeUnique<item>(
  a: readonly item[] | undefined,
  b: readonly item[] | undefined,
): item[] | undefined {
  return a || b ? [...new Set([...(a ?? []), ...(b ?? [])])] : undefined
}
