import { expect, test } from 'vitest'

import { devnet } from '#networks/devnet/devnet.ts'
import { toAssetRecords } from '#networks/toAssetRecords.ts'
import { splitAssetType } from '#protocol/ids/caip.ts'
import type { HistoryRecord } from '#protocol/status/status.ts'
import { buildTestRecord } from '#testing/dashboard/record.ts'
import { identifyChains } from '../../../components/flow/chainIdentity.ts'
import { toHoldings } from '../holdings.ts'
import { samplePosition } from '../../../api/balances/sampleBalances.ts'
import { findMotions } from './findMotions.ts'
import { splitTotal } from './splitTotal.ts'

const sample = buildTestRecord()
const [first, second] = sample.originToken.assetType
if (!first || !second) throw new Error('The sample pays on two chains')
const known = { own: [sample.user], signed: new Map() }
const legs = {
  ...sample.originToken,
  fiatValue: [
    { assetType: first, fiatValue: '1000.00', amount: '1000000000' },
    { assetType: second, fiatValue: '2000.00', amount: '2000000000' },
  ],
}
const deposited = [{ hash: `0x${'aa'.repeat(32)}`, chain: splitAssetType(first).chainId }]

function build(change: Partial<HistoryRecord>): HistoryRecord {
  return buildTestRecord({ originToken: legs, ...change })
}

test('what is not deposited yet is promised, what is deposited is taken, and what arrives is said', () => {
  const [motion] = findMotions(
    [build({ status: 'IN_PROGRESS', originChainOperations: deposited })],
    known,
  )
  expect(motion?.taken).toEqual([{ assetType: first, units: 1_000_000_000n }])
  expect(motion?.promised).toEqual([{ assetType: second, units: 2_000_000_000n }])
  expect(motion?.arriving).toEqual({
    assetType: sample.destinationToken.assetType,
    units: 980_000_000_000_000_000n,
  })
})

test('a failure holds what was deposited and did not come back', () => {
  const failed = { status: 'FAILED', originChainOperations: deposited } as const
  const [motion] = findMotions([build(failed)], known)
  expect(motion).toMatchObject({ promised: [], arriving: undefined })
  expect(motion?.taken).toHaveLength(1)
  expect(findMotions([build({ ...failed, refundOperations: deposited })], known)).toEqual([])
})

test('what has ended is not in motion, and what goes to another does not arrive here', () => {
  const ended = (['EXECUTED', 'COMPLETED', 'REFUNDED'] as const).map((status) => build({ status }))
  expect(findMotions(ended, known)).toEqual([])
  const [motion] = findMotions([build({ status: 'PENDING' })], { ...known, own: [] })
  expect(motion?.arriving).toBeUndefined()
})

test('what was signed here counts, not what the service says of it', () => {
  const signed = new Map([
    [
      sample.quoteId,
      {
        originToken: { ...legs, fiatValue: legs.fiatValue.slice(0, 1) },
        destinationToken: sample.destinationToken,
      },
    ],
  ])
  const [motion] = findMotions([build({ status: 'PENDING' })], { ...known, signed })
  expect(motion?.promised).toEqual([{ assetType: first, units: 1_000_000_000n }])
})

test('spendable leaves out what is promised and what is in a vault', () => {
  const assets = toAssetRecords(devnet)
  const chains = identifyChains(
    devnet.chains.map(({ chainId, name }) => ({ chain: chainId, name })),
  )
  const record = {
    accounts: {},
    balanceByAggregatedAsset: [
      {
        aggregatedAssetId: 'agg:usdc' as const,
        balance: '4000000000',
        fiatValue: 4000,
        individualAssetBalances: [
          { assetType: first, balance: '1500000000', fiatValue: 1500 },
          { assetType: second, balance: '2500000000', fiatValue: 2500 },
        ],
      },
    ],
    balanceBySpecificAsset: [],
    totalBalance: { fiatValue: 4000 },
  }
  const vaults = [{ ...samplePosition, assetType: first, units: 100_000_000n, valueUsd: 100 }]
  const holdings = toHoldings(record, { assets, chains, vaults })
  const motions = findMotions(
    [build({ status: 'IN_PROGRESS', originChainOperations: deposited })],
    known,
  )
  const prices = new Map([[first, 1]])
  expect(splitTotal(holdings, { motions, assets, prices, chain: undefined })).toEqual({
    spendableUsd: 2000,
    vaultUsd: 100,
    promisedUsd: 2000,
    takenUsd: 1000,
  })
  const elsewhere = splitAssetType(second).chainId
  expect(splitTotal(holdings, { motions, assets, prices, chain: elsewhere }).takenUsd).toBe(0)

  const withoutPrice = { motions, assets, prices: new Map<string, number>(), chain: undefined }
  expect(splitTotal(holdings, withoutPrice).takenUsd).toBeUndefined()
  // The same balance promised twice is promised once.
  const twice = [...motions, ...motions]
  expect(splitTotal(holdings, { motions: twice, assets, prices, chain: undefined })).toMatchObject({
    promisedUsd: 2500,
    spendableUsd: 1500,
  })
  const silentVaults = [splitAssetType(first).chainId]
  const unread = toHoldings(record, { assets, chains, silentVaults })
  expect(splitTotal(unread, { motions, assets, prices, chain: undefined }).vaultUsd).toBeUndefined()
})
