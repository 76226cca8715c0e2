import { devnetWithSolana } from '#networks/devnet/devnetWithSolana.ts'

/** Balances as the service reports them: so much of USDC on the first chain, and nothing else. */
export function buildHeldBalances(usdc: string) {
  return {
    balanceByAggregatedAsset: devnetWithSolana.aggregates.map(({ aggregatedAssetId, members }) => {
      const balance = aggregatedAssetId === 'agg:usdc' ? usdc : '0'
      return {
        aggregatedAssetId,
        balance,
        individualAssetBalances: members
          .slice(0, 1)
          .map(({ assetType }) => ({ assetType, balance, fiatValue: Number(balance) / 1e6 })),
        fiatValue: Number(balance) / 1e6,
      }
    }),
    balanceBySpecificAsset: [],
    totalBalance: { fiatValue: Number(usdc) / 1e6 },
    accounts: {},
  }
}

/** What the price feeds say where each of the network's assets of this symbol is worth so much. */
export function buildPrices(
  priceUsd: Readonly<Record<string, number>>,
): ReadonlyMap<string, number> {
  const entries = devnetWithSolana.aggregates.flatMap(({ symbol, members }) => {
    const price = priceUsd[symbol]
    return price === undefined ? [] : members.map(({ assetType }) => [assetType, price] as const)
  })
  return new Map(entries)
}
