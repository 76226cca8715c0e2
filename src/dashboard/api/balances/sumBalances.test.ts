import { expect, test } from 'vitest'

import type { BalanceRecord } from '#protocol/quotes/balance.ts'
import { sumBalances } from './sumBalances.ts'

const firth = 'eip155:71117001/slip44:60'
const delta = 'eip155:71117002/slip44:60'

function record(
  held: readonly { assetType: typeof firth | typeof delta; balance: string; fiatValue: number }[],
  more: Partial<BalanceRecord> = {},
): BalanceRecord {
  const balance = String(held.reduce((all, one) => all + BigInt(one.balance), 0n))
  const fiatValue = held.reduce((all, one) => all + one.fiatValue, 0)
  return {
    accounts: {},
    balanceByAggregatedAsset: [
      { aggregatedAssetId: 'agg:eth', balance, fiatValue, individualAssetBalances: [...held] },
    ],
    balanceBySpecificAsset: [],
    totalBalance: { fiatValue },
    ...more,
  }
}

test('two accounts are added to the smallest unit, chain by chain', () => {
  const large = '9007199254740993000000000001'
  const added = sumBalances([
    record([{ assetType: firth, balance: large, fiatValue: 2 }]),
    record([
      { assetType: firth, balance: '1', fiatValue: 1 },
      { assetType: delta, balance: '5', fiatValue: 4 },
    ]),
  ])
  expect(added.totalBalance.fiatValue).toBe(7)
  expect(added.balanceByAggregatedAsset).toEqual([
    {
      aggregatedAssetId: 'agg:eth',
      balance: '9007199254740993000000000007',
      fiatValue: 7,
      individualAssetBalances: [
        { assetType: firth, balance: '9007199254740993000000000002', fiatValue: 3 },
        { assetType: delta, balance: '5', fiatValue: 4 },
      ],
    },
  ])
})

test('a chain that was not read for one account is unknown for all', () => {
  const added = sumBalances([
    record([], { unavailableChains: ['eip155:71117001'] }),
    record([], { unavailableChains: ['eip155:71117002', 'eip155:71117001'] }),
    record([]),
  ])
  expect(added.unavailableChains).toEqual(['eip155:71117001', 'eip155:71117002'])
  expect('unpricedAssets' in added).toBe(false)
})

test('one account alone is what it is', () => {
  const only = record([{ assetType: firth, balance: '3', fiatValue: 1 }])
  expect(sumBalances([only])).toBe(only)
})
