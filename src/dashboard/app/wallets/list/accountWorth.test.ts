import { expect, test } from 'vitest'

import { testAddress } from '#testing/dashboard/wallet.ts'
import { samplePosition } from '../../../api/balances/sampleBalances.ts'
import { computeWorth } from './accountWorth.ts'

const usdc = 'eip155:71117001/erc20:0x5FbDB2315678afecb367f032d93F642f64180aa3'

test('an account is worth its balances and its shares of vaults, each as it is shown', () => {
  const individualAssetBalances = [
    { assetType: usdc, balance: '1', fiatValue: 46_182.509 },
  ] as const
  const record = {
    balanceByAggregatedAsset: [
      {
        aggregatedAssetId: 'agg:usdc',
        balance: '1',
        fiatValue: 46_182.509,
        individualAssetBalances: [...individualAssetBalances],
      },
    ],
    balanceBySpecificAsset: [],
    totalBalance: { fiatValue: 46_182.509 },
    accounts: {},
  }
  const share = { ...samplePosition, assetType: usdc, units: 200n, valueUsd: 200.009 } as const
  const vaults = { held: [share], silentOn: [], isPending: false }
  const worth = computeWorth(testAddress, { record, vaults })
  expect(worth).toEqual({ valueUsd: 46_382.52, isPartial: false })
  const unread = { held: [], silentOn: ['eip155:1'], isPending: false } as const
  const silent = computeWorth(testAddress, { record, vaults: unread })
  expect(silent).toEqual({ valueUsd: 46_182.51, isPartial: true })
})
