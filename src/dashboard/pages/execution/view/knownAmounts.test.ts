import { expect, test } from 'vitest'

import { devnet } from '#networks/devnet/devnet.ts'
import { devnetAddresses as at } from '#networks/devnet/devnetAddresses.ts'
import type { HistoryRecord } from '#protocol/status/status.ts'
import type { ExecutionTrace } from '#dashboard/api/chains/trace.ts'
import { usdtMembers, getUsdtOnChain } from '#dashboard/api/balances/sampleBalances.ts'
import { buildExecutionView } from './executionView.ts'
import type { ExecutionSources } from './executionSources.ts'
import { buildTestRecord } from '#testing/dashboard/record.ts'

const user = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'
const attacker = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const [firth = 'eip155:1', delta = 'eip155:1'] = devnet.chains.map(({ chainId }) => chainId)
const hash = `0x${'02'.repeat(32)}` as const
const deposited = {
  kind: 'deposited',
  orderHash: hash,
  transactionHash: hash,
  atMs: 1,
  chainId: firth,
  order: {
    fillId: hash,
    depositor: user,
    token: at.usdc,
    amount: 999_000n,
    fee: 1_000n,
    feeReceiver: devnet.roles.feeReceiver,
    payee: devnet.roles.payee,
    depositDeadline: 1n,
    refundAfter: 2n,
    fillHash: hash,
  },
} as const
const filled = {
  kind: 'filled',
  fillHash: hash,
  solver: devnet.roles.solver,
  amount: 333n,
  transactionHash: hash,
  atMs: 2,
  chainId: delta,
} as const

/** Builds a record of 1 USDC on Firth for 333 wei on Delta, with these amounts reported. */
function buildRecord(units: string, received: string): HistoryRecord {
  const assetType = `${firth}/erc20:${at.usdc}` as const
  return buildTestRecord({
    user,
    originToken: {
      aggregatedAssetId: 'agg:usdc',
      amount: units,
      assetType: [assetType],
      fiatValue: [{ assetType, fiatValue: '1.00', amount: units }],
    },
    destinationToken: {
      aggregatedAssetId: 'agg:eth',
      assetType: `${delta}/slip44:60`,
      amount: received,
    },
  })
}

function buildView(change: Partial<ExecutionSources>, events: ExecutionTrace['events'] = []) {
  return buildExecutionView({
    network: devnet,
    chains: new Map(),
    status: undefined,
    record: buildRecord('1000000', '333'),
    trace: {
      events,
      blockTimes: new Map(),
      unread: [],
      searchedSince: undefined,
      read: new Map(),
    },
    own: [user],
    ...change,
  })
}

test('what the chains saw counts, whatever the service says', () => {
  const honest = buildView({}, [deposited, filled])
  expect(honest).toMatchObject({ paid: { units: 1_000_000n } })
  expect([honest.legs[0]?.source, honest.received?.source]).toEqual(['chain', 'chain'])
  const view = buildView({ record: buildRecord('5000000', '999') }, [deposited, filled])
  expect(view.paid?.units).toBe(1_000_000n)
  expect(view.received?.units).toBe(333n)
})

test('what no chain tells is what was signed here, and else the word of the service', () => {
  const record = buildRecord('5000000', '999')
  const view = buildView({ record, signed: buildRecord('1000000', '333') })
  expect(view).toMatchObject({ paid: { units: 1_000_000n }, isSigned: true })
  expect(view.received?.units).toBe(333n)
  const alone = buildView({ record })
  expect(alone).toMatchObject({ paid: { units: 5_000_000n }, isSigned: false })
  expect([alone.legs[0]?.source, alone.received?.source]).toEqual(['service', 'service'])
})

test('an amount that the quote did not value has no worth', () => {
  const { legs, received } = buildView({ record: buildRecord('999999', '332') }, [
    deposited,
    filled,
  ])
  expect([legs.map(({ valueUsd }) => valueUsd), received?.valueUsd]).toEqual([
    [undefined],
    undefined,
  ])
  const same = buildView({}, [deposited, filled])
  expect([same.legs[0]?.valueUsd, same.received?.valueUsd]).toEqual([1, undefined])
})

test('a deposit that a stranger makes under the same id changes nothing', () => {
  const dust = { ...deposited, order: { ...deposited.order, depositor: attacker, amount: 1n } }
  const same = { ...deposited, order: { ...deposited.order, depositor: attacker } }
  expect(buildView({}, [deposited, filled, dust, same])).toMatchObject({
    paid: { units: 1_000_000n },
  })
})

test('legs of other decimals are added in those of their asset, whatever sum stands beside them', () => {
  const assetType = getUsdtOnChain(1)
  expect(usdtMembers[1]?.decimals).toBe(18)
  const record = buildRecord('1000000', '333')
  const units = '5000000000000000000'
  const originToken = {
    aggregatedAssetId: 'agg:usdt',
    amount: units,
    assetType: [assetType],
    fiatValue: [{ assetType, fiatValue: '5.00', amount: units }],
  } satisfies HistoryRecord['originToken']
  expect(buildView({ record: { ...record, originToken } }).paid).toEqual({
    units: 5_000_000n,
    decimals: 6,
    symbol: 'USDT',
  })
})
