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
