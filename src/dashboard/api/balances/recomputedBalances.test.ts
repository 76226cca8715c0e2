import { expect, test } from 'vitest'

import { devnet } from '#networks/devnet/devnet.ts'
import type { BalanceRecord } from '#protocol/quotes/balance.ts'
import { recomputeBalances } from './recomputedBalances.ts'
import { usdtMembers, getUsdtOnChain, buildUsdtRecord } from './sampleBalances.ts'

const prices = new Map<string, number>(usdtMembers.map(({ assetType }) => [assetType, 1]))

function pin(said: BalanceRecord, told: ReadonlyMap<string, number> | undefined = prices) {
  return recomputeBalances(said, { network: devnet, prices: told })
}

test('an honest answer stays as it is', () => {
  expect(pin(buildUsdtRecord())).toMatchObject(buildUsdtRecord())
})

test('millions that a false service makes of it are not believed', () => {
  const lying = buildUsdtRecord(
    {
      balance: '246000000000000',
      fiatValue: 246_000_000,
      individualAssetBalances: [
        { assetType: getUsdtOnChain(0), balance: '10000000', fiatValue: 2.46e8 },
      ],
    },
    { totalBalance: { fiatValue: 246_000_000 } },
  )
  const pinned = pin(lying)
  expect(pinned.totalBalance.fiatValue).toBe(10)
  expect(pinned.balanceByAggregatedAsset).toMatchObject([{ balance: '10000000', fiatValue: 10 }])
})

test('what a chain says itself is what counts', () => {
  const held = new Map([[getUsdtOnChain(0), 3_000_000n]])
  const pinned = recomputeBalances(buildUsdtRecord(), { network: devnet, prices, held })
  expect(pinned.totalBalance.fiatValue).toBe(23)
  expect(pinned.balanceByAggregatedAsset).toMatchObject([
    {
      balance: '23000000',
      individualAssetBalances: [{ balance: '3000000' }, { balance: '20000000000000000000' }, {}],
    },
  ])
})

test('what the service leaves out is there when the chains hold it, and read where they answered', () => {
  const held = new Map(usdtMembers.map(({ assetType }) => [assetType, 1_000_000n]))
  const silent = { ...buildUsdtRecord(), balanceByAggregatedAsset: [] }
  const pinned = recomputeBalances(silent, { network: devnet, prices, held })
  expect(pinned.balanceByAggregatedAsset).toMatchObject([
    { aggregatedAssetId: 'agg:usdt', individualAssetBalances: [{ balance: '1000000' }, {}, {}] },
  ])
  const [firth] = devnet.chains
  const unread = buildUsdtRecord({}, { unavailableChains: firth ? [firth.chainId] : [] })
  const all = new Map(
    devnet.aggregates.flatMap(({ members }) => members.map(({ assetType }) => [assetType, 0n])),
  )
  expect(recomputeBalances(unread, { network: devnet, prices, held: all }).unavailableChains).toBe(
    undefined,
  )
  expect(recomputeBalances(unread, { network: devnet, prices }).unavailableChains).toEqual([
    firth?.chainId,
  ])
})

test('an asset that is not pinned counts as nothing, whatever aggregate it is put into', () => {
  const unlisted = `eip155:71117001/erc20:0x${'11'.repeat(20)}` as const
  const fake = { assetType: unlisted, balance: '246000000000000', fiatValue: 246_000_000 }
  const [honest] = buildUsdtRecord().balanceByAggregatedAsset
  const pinned = pin(
    buildUsdtRecord({
      individualAssetBalances: [...(honest?.individualAssetBalances ?? []), fake],
    }),
  )
  expect(pinned).toMatchObject(buildUsdtRecord())
  const own = {
    aggregatedAssetId: 'agg:fake',
    balance: '1',
    fiatValue: 5,
    individualAssetBalances: [fake],
  }
  const more = { ...buildUsdtRecord(), balanceByAggregatedAsset: [own] }
  expect(pin(more).balanceByAggregatedAsset).toEqual([])
})

test('what no feed prices has no value', () => {
  const partly = pin(
    buildUsdtRecord(),
    new Map([
      [getUsdtOnChain(0), 1],
      [getUsdtOnChain(2), 1],
    ]),
  )
  expect(partly.totalBalance.fiatValue).toBe(10)
  expect(partly.unpricedAssets).toEqual([getUsdtOnChain(1)])
  expect(
    recomputeBalances(buildUsdtRecord(), { network: devnet, prices: undefined }).unpricedAssets,
  ).toEqual([getUsdtOnChain(0), getUsdtOnChain(1), getUsdtOnChain(2)])
})
