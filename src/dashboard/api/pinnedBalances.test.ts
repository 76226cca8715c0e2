import { expect, test } from 'vitest'

import { devnet } from '#networks/devnet.ts'
import type { BalanceRecord } from '#protocol/balance.ts'
import type { AssetType } from '#protocol/caip.ts'
import { assetDifferences, pinnedAssets } from './pinnedAssets.ts'
import { isOtherTotal, pinBalances } from './pinnedBalances.ts'

const usdt = devnet.aggregates.find(({ symbol }) => symbol === 'USDT')
const members = usdt?.members ?? []
const prices = new Map<string, number>(members.map(({ assetType }) => [assetType, 1]))

function assetAt(chain: number): AssetType {
  const member = members[chain]
  if (!member) throw new Error(`There is no USDT on chain ${chain}.`)
  return member.assetType
}

/** 10 USDT on Firth and 20 on Delta, where it has 18 decimals. */
function record(
  change: Partial<BalanceRecord['balanceByAggregatedAsset'][number]> = {},
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
          { assetType: assetAt(0), balance: '10000000', fiatValue: 10 },
          { assetType: assetAt(1), balance: '20000000000000000000', fiatValue: 20 },
        ],
        ...change,
      },
    ],
    ...more,
  }
}

function pin(said: BalanceRecord, told: ReadonlyMap<string, number> | undefined = prices) {
  return pinBalances(said, { network: devnet, prices: told })
}

test('an honest answer stays as it is', () => {
  const pinned = pin(record())
  expect(pinned).toMatchObject(record())
  expect(isOtherTotal(pinned)).toBe(false)
})

test('millions that a false service makes of it are not believed, and said', () => {
  const lying = record(
    {
      balance: '246000000000000',
      fiatValue: 246_000_000,
      individualAssetBalances: [{ assetType: assetAt(0), balance: '10000000', fiatValue: 2.46e8 }],
    },
    { totalBalance: { fiatValue: 246_000_000 } },
  )
  const pinned = pin(lying)
  expect(pinned.totalBalance.fiatValue).toBe(10)
  expect(pinned.balanceByAggregatedAsset).toMatchObject([{ balance: '10000000', fiatValue: 10 }])
  expect(pinned.saidUsd).toBe(246_000_000)
  expect(isOtherTotal(pinned)).toBe(true)
})

test('an asset that is not pinned counts as nothing, whatever aggregate it is put into', () => {
  const stranger = `eip155:71117001/erc20:0x${'11'.repeat(20)}` as const
  const fake = { assetType: stranger, balance: '246000000000000', fiatValue: 246_000_000 }
  const [honest] = record().balanceByAggregatedAsset
  const pinned = pin(
    record({ individualAssetBalances: [...(honest?.individualAssetBalances ?? []), fake] }),
  )
  expect(pinned).toMatchObject(record())
  const own = {
    aggregatedAssetId: 'agg:fake',
    balance: '1',
    fiatValue: 5,
    individualAssetBalances: [fake],
  }
  const more = { ...record(), balanceByAggregatedAsset: [own] }
  expect(pin(more).balanceByAggregatedAsset).toEqual([])
})

test('what no feed prices has no value, and its total is compared with nothing', () => {
  const partly = pin(record(), new Map([[assetAt(0), 1]]))
  expect(partly.totalBalance.fiatValue).toBe(10)
  expect(partly.unpricedAssets).toEqual([assetAt(1)])
  expect(isOtherTotal(partly)).toBeUndefined()
  expect(pinBalances(record(), { network: devnet, prices: undefined }).unpricedAssets).toEqual([
    assetAt(0),
    assetAt(1),
  ])
})

test('a list with other decimals or names is told, member by member', () => {
  const assets = pinnedAssets(devnet)
  expect(assetDifferences(assets, devnet)).toEqual([])
  const said = assets.map((asset) => ({
    ...asset,
    aggregatedEntities: asset.aggregatedEntities.map((one) =>
      one.assetType === assetAt(1) ? { ...one, decimals: 6 } : one,
    ),
  }))
  const name = `${members[1]?.name} (USDT)`
  expect(assetDifferences(said, devnet)).toEqual([
    {
      assetId: assetAt(1),
      pinned: `${name} with 18 decimals`,
      said: `${name} with 6 decimals`,
    },
  ])
})
