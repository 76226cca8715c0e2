import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import { devnet } from '#networks/devnet/devnet.ts'
import type { BalanceRecord } from '#protocol/quotes/balance.ts'
import type { AssetType } from '#protocol/ids/caip.ts'

/** USDT on each chain of the devnet: 6 decimals on Firth, 18 on Delta. */
export const usdtMembers = devnet.aggregates.find(({ symbol }) => symbol === 'USDT')?.members ?? []

/** USDT on the chain with this index. */
export function getUsdtOnChain(chain: number): AssetType {
  const member = usdtMembers[chain]
  if (!member) throw new Error(`There is no USDT on chain ${chain}.`)
  return member.assetType
}

type AggregateBalance = BalanceRecord['balanceByAggregatedAsset'][number]

/** A service's report of 10 USDT on Firth, 20 on Delta and none on Lagoon. */
export function buildUsdtRecord(
  change: Partial<AggregateBalance> = {},
  more: Partial<BalanceRecord> = {},
): BalanceRecord {
  return {
    accounts: {},
    totalBalance: { fiatValue: 30 },
    balanceBySpecificAsset: [],
    balanceByAggregatedAsset: [
      {
        aggregatedAssetId: 'agg:usdt',
        balance: '30000000',
        fiatValue: 30,
        individualAssetBalances: [
          { assetType: getUsdtOnChain(0), balance: '10000000', fiatValue: 10 },
          { assetType: getUsdtOnChain(1), balance: '20000000000000000000', fiatValue: 20 },
          { assetType: getUsdtOnChain(2), balance: '0', fiatValue: 0 },
        ],
        ...change,
      },
    ],
    ...more,
  }
}

/** A position in a vault, without shares. */
export const samplePosition = {
  vault: devnetAddresses.vault,
  shares: [],
  shareDecimals: 6,
} as const
