import { describe, expect, it } from 'vitest'

import { devnet } from '#networks/devnet/devnet.ts'
import type { BalanceRecord } from '#protocol/quotes/balance.ts'
import { sumBalances } from '../../api/balances/sumBalances.ts'
import { getAccountParts } from './AssetParts.tsx'

const [first, second, empty] = [
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
] as const
const [asset] = devnet.aggregates
  .filter(({ symbol }) => symbol === 'USDC')
  .flatMap(({ members }) => members)
  .map(({ assetType }) => assetType)
if (!asset) throw new Error('Expected USDC on the devnet.')
const assetType = asset

function buildRecord(units: string, change: Partial<BalanceRecord> = {}): BalanceRecord {
  const fiatValue = Number(units) / 1e6
  return {
    accounts: {},
    totalBalance: { fiatValue },
    balanceBySpecificAsset: [],
    balanceByAggregatedAsset: [
      {
        aggregatedAssetId: 'agg:usdc',
        balance: units,
        fiatValue,
        individualAssetBalances: [{ assetType, balance: units, fiatValue }],
      },
    ],
    ...change,
  }
}

describe('who holds what', () => {
  it('names each account that holds some, and together they are the sum that is shown', () => {
    const records = [buildRecord('10000001'), buildRecord('2500000'), buildRecord('0')] as const
    const accounts = [first, second, empty]
    const parts = getAccountParts(
      assetType,
      records.map((record, index) => ({ account: accounts[index] ?? first, record })),
    )
    expect(parts).toEqual([
      { account: first, units: 10_000_001n, valueUsd: 10.000001 },
      { account: second, units: 2_500_000n, valueUsd: 2.5 },
    ])
    const [together] = sumBalances(records).balanceByAggregatedAsset
    expect(parts.reduce((sum, { units = 0n }) => sum + units, 0n)).toBe(
      BigInt(together?.individualAssetBalances[0]?.balance ?? '0'),
    )
  })

  it('says unknown of an account whose chain could not be read, never zero or nothing', () => {
    const chain = assetType.split('/')[0]
    const unread = buildRecord('0', {
      unavailableChains: devnet.chains.map(({ chainId }) => chainId),
    })
    expect(chain).toBe(devnet.chains[0]?.chainId)
    expect(getAccountParts(assetType, [{ account: first, record: unread }])).toEqual([
      { account: first, units: undefined, valueUsd: undefined },
    ])
  })

  it('says of an account without a price what it holds, and no value', () => {
    const record = buildRecord('7', { unpricedAssets: [assetType] })
    expect(getAccountParts(assetType, [{ account: first, record }])).toEqual([
      { account: first, units: 7n, valueUsd: undefined },
    ])
  })
})
