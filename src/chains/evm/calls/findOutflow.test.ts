import { encodeAbiParameters, keccak256, pad, stringToHex } from 'viem/utils'
import { describe, expect, test } from 'vitest'

import type { EvmAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import type { EvmLog } from '../orders/watch.ts'
import { buildApproveCall, buildPullCall, buildTransferCall } from '../operation/accountCalls.ts'
import { type BatchCall, encodeBatch } from '../operation/batch.ts'
import { findOutflow, getHoldingReads } from './findOutflow.ts'

const account: EvmAddress = `0x${'a1'.repeat(20)}`
const thief: EvmAddress = `0x${'7e'.repeat(20)}`
const listed: EvmAddress = `0x${'11'.repeat(20)}`
const vault: EvmAddress = `0x${'22'.repeat(20)}`
const nft: EvmAddress = `0x${'33'.repeat(20)}`
const settler: EvmAddress = `0x${'44'.repeat(20)}`
const coin = 'eip155:5/slip44:60'
const query = {
  account,
  chain: { chainId: 'eip155:5', nativeAsset: coin, contracts: { destinationSettler: settler } },
  tokens: [listed],
  callData: encodeBatch([{ to: vault, value: 0n, data: '0x12345678' }]),
} as const
const transfer = 'Transfer(address,address,uint256)'

/** An event whose first `indexed` values are topics, the rest data. */
function log(
  signature: string,
  values: readonly (EvmAddress | bigint)[],
  of: { indexed: number; from: EvmAddress },
): EvmLog {
  const words = values.map((value): Hex => {
    return typeof value === 'string'
      ? pad(value)
      : encodeAbiParameters([{ type: 'uint256' }], [value])
  })
  const data = words.slice(of.indexed).map((word) => word.slice(2))
  const topics = [keccak256(stringToHex(signature)), ...words.slice(0, of.indexed)]
  return { address: of.from, topics, data: `0x${data.join('')}` }
}

/** Balances of the native coin, the listed token and the vault's shares. */
type Balances = readonly [bigint, bigint, bigint | undefined]

function measure(
  logs: readonly EvmLog[],
  before: Balances = [0n, 0n, 0n],
  after = before,
  calls?: readonly BatchCall[],
) {
  const [held, left] = [before, after].map((balances) =>
    balances.map((units) => (units === undefined ? undefined : [units])),
  )
  const seen = { logs, before: held ?? [], after: left ?? [] }
  const { callData } = query
  const taken = findOutflow({ ...query, callData: calls ? encodeBatch(calls) : callData }, seen)
  return taken.map(({ assetType, amount }) => [assetType.split(':').at(-1), amount])
}

test('balances are read of the coin, of listed tokens and of the contracts that are called', () => {
  expect(
    getHoldingReads(query).map((read) => (read.kind === 'call' ? read.to : read.kind)),
  ).toEqual(['balance', listed, vault])
})

test('what balances lose is taken, without any event', () => {
  expect(measure([], [5n, 100n, 7n], [3n, 90n, 0n])).toEqual([
    ['60', 2n],
    [listed, 10n],
    [vault, 7n],
  ])
  expect(measure([], [5n, 100n, 7n], [5n, 100n, undefined]), 'a contract fell silent').toEqual([
    [vault, 7n],
  ])
})

test.each<[string, EvmLog, readonly [EvmAddress, bigint]]>([
  [
    'a token that is not called',
    log(transfer, [account, thief, 9n], { indexed: 2, from: nft }),
    [nft, 9n],
  ],
  [
    'shares that are burnt for somebody else',
    log(transfer, [account, `0x${'00'.repeat(20)}`, 9n], { indexed: 2, from: vault }),
    [vault, 9n],
  ],
  [
    'an old token whose events have no indexes',
    log(transfer, [account, thief, 9n], { indexed: 0, from: nft }),
    [nft, 9n],
  ],
  ['ERC-721', log(transfer, [account, thief, 900n], { indexed: 3, from: nft }), [nft, 1n]],
  [
    'ERC-1155',
    log(
      'TransferSingle(address,address,address,uint256,uint256)',
      [thief, account, thief, 4n, 2n],
      { indexed: 3, from: nft },
    ),
    [nft, 1n],
  ],
  [
    'many of ERC-1155',
    log(
      'TransferBatch(address,address,address,uint256[],uint256[])',
      [thief, account, thief, 64n, 128n, 1n, 4n, 1n, 2n],
      { indexed: 3, from: nft },
    ),
    [nft, 1n],
  ],
  [
    'ERC-6909',
    log('Transfer(address,address,address,uint256,uint256)', [account, thief, 4n, thief, 2n], {
      indexed: 3,
      from: nft,
    }),
    [nft, 1n],
  ],
])('%s counts by its event', (_what, event, taken) => {
  expect(measure([event])).toEqual([taken])
})

test('an item that leaves counts although another of its collection comes', () => {
  const logs = [
    log(transfer, [thief, account, 1n], { indexed: 3, from: nft }),
    log(transfer, [account, thief, 2n], { indexed: 3, from: nft }),
  ]
  expect(measure(logs)).toEqual([[nft, 1n]])
})

test('what passes through, comes in, or moves between others is not taken', () => {
  const logs = [
    log(transfer, [thief, account, 9n], { indexed: 2, from: listed }),
    log(transfer, [account, vault, 9n], { indexed: 2, from: listed }),
    log(transfer, [vault, thief, 50n], { indexed: 2, from: listed }),
    log(transfer, [account, account, 50n], { indexed: 2, from: listed }),
  ]
  expect(measure(logs)).toEqual([])
})

test('tokens without number are cut, listed ones never', () => {
  const logs = Array.from({ length: 300 }, (_, index) =>
    log(transfer, [account, thief, 1n], {
      indexed: 2,
      from: `0x${(index + 1).toString(16).padStart(40, '0')}`,
    }),
  )
  const taken = measure([
    ...logs,
    log(transfer, [account, thief, 3n], { indexed: 2, from: listed }),
  ])
  expect(taken).toHaveLength(6)
  expect(taken[0]).toEqual([listed, 3n])
})

describe('what contracts could take, at another price than when they were tried,', () => {
  const call = { to: vault, value: 30n, data: '0x12345678' } as const
  const approval = buildApproveCall(listed, { spender: vault, amount: 50n })
  const reset = buildApproveCall(listed, { spender: vault, amount: 0n })
  const held: Balances = [40n, 100n, 0n]

  test('is all that is approved and sent along', () => {
    expect(measure([], held, [39n, 99n, 0n], [approval, call, reset])).toEqual([
      ['60', 30n],
      [listed, 50n],
    ])
  })

  test('is no more than the account holds', () => {
    const endless = buildApproveCall(listed, { spender: vault, amount: 2n ** 256n - 1n })
    expect(measure([], held, held, [endless, { ...call, value: 0n }])).toEqual([[listed, 100n]])
  })

  test.each([
    ['', '' as const],
    [', however that is written', '00' as const],
  ])('comes on top of what the calls give away themselves%s', (_how, more) => {
    const transfer = buildTransferCall(listed, { recipient: thief, amount: 20n })
    const calls = [approval, { ...transfer, data: `${transfer.data}${more}` as const }, reset]
    expect(measure([], held, [40n, 80n, 0n], calls)).toEqual([[listed, 70n]])
  })

  test.each([
    { by: 'our settler', lender: settler, taken: 5n },
    { by: 'a contract that only looks like it', lender: thief, taken: 50n },
  ])('is not what $by lends: $taken', ({ lender, taken }) => {
    const terms = { prepareId: `0x${'1d'.repeat(32)}`, solver: thief } as const
    const pull = buildPullCall(lender, { ...terms, tokens: [listed], amounts: [45n] })
    const calls = [pull, approval, { ...call, value: 0n }, reset]
    expect(measure([], held, [40n, 95n, 0n], calls)).toEqual([[listed, taken]])
  })
})
