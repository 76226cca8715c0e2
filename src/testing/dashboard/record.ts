import { devnet } from '#networks/devnet/devnet.ts'
import type { AssetType } from '#protocol/ids/caip.ts'
import type { HistoryRecord } from '#protocol/status/status.ts'

/** The account of the executions. */
const testUser = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** The asset with this symbol on the devnet chain with this index. */
function getMember(symbol: string, chain: number): AssetType {
  const aggregate = devnet.aggregates.find((one) => one.symbol === symbol)
  const found = aggregate?.members.find(({ assetType }) =>
    assetType.startsWith(`eip155:${71_117_001 + chain}/`),
  )
  if (!found) throw new Error(`There is no ${symbol} on chain ${chain}.`)
  return found.assetType
}

/** The history record of a swap of 3,000 USDC on two chains for ETH on a third. */
export function buildTestRecord(change: Partial<HistoryRecord> = {}): HistoryRecord {
  return {
    quoteId: `0x${'01'.repeat(32)}`,
    status: 'COMPLETED',
    type: 'SWAP',
    user: testUser,
    recipientAccountId: `eip155:71117003/${testUser}`,
    originChainOperations: [],
    destinationChainOperations: [],
    timestamp: '2026-11-21T04:42:02.000Z',
    updatedAt: '2026-11-21T05:00:00.000Z',
    originToken: {
      aggregatedAssetId: 'agg:usdc',
      amount: '3000000000',
      assetType: [getMember('USDC', 0), getMember('USDC', 1)],
      fiatValue: [
        { assetType: getMember('USDC', 0), fiatValue: '1000.00' },
        { assetType: getMember('USDC', 1), fiatValue: '2000.00' },
      ],
    },
    destinationToken: {
      aggregatedAssetId: 'agg:eth',
      assetType: getMember('ETH', 2),
      amount: '991234567890123456',
      minimumAmount: '980000000000000000',
      recipientAccount: `eip155:71117003:${testUser}`,
    },
    ...change,
  }
}
