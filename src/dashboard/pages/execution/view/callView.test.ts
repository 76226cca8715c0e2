import { encodeErrorResult, encodeFunctionData, type Hex, numberToHex, pad, parseAbi } from 'viem'
import { expect, test } from 'vitest'

import { devnet } from '#networks/devnet/devnet.ts'
import { devnetAddresses as at } from '#networks/devnet/devnetAddresses.ts'
import type { StatusRecord } from '#protocol/status/status.ts'
import { buildTestCallRecord } from '#testing/dashboard/record.ts'
import { transferTopic } from '#chains/evm/assets/findTransfers.ts'
import { type CallTrace, findReceived } from '#dashboard/api/chains/callTrace.ts'
import type { SentCall } from '../../signing/storage/signedQuotes.ts'
import { formatExecutionTitle } from './executionTitle.ts'
import { buildExecutionView } from './executionView.ts'

const user = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'
const firth = 'eip155:71117001'
const delta = 'eip155:71117002'
const quoteId = `0x${'c6'.repeat(32)}` as const
const prepareId = `0x${'c7'.repeat(32)}` as const
const hash = `0x${'c8'.repeat(32)}` as const

const abi = parseAbi(['function stir(uint256 times)', 'error TooHot(uint256 degrees)'])
const stir = {
  to: at.vault,
  data: encodeFunctionData({ abi, functionName: 'stir', args: [3n] }),
  value: 2n,
}
const sent: SentCall = {
  prepareId,
  calls: [{ ...stir, value: '0x2' }],
  abis: ['function stir(uint256 times)\nerror TooHot(uint256 degrees)'],
  search: 'calls=1',
}
const landed: CallTrace = {
  prepareId,
  parts: {
    prepareId,
    lent: [{ token: at.usdc, amount: 100_000_000n }],
    approvals: [],
    calls: [stir],
  },
  reverted: undefined,
}

function buildView(of: {
  status?: StatusRecord['status']
  paidOn?: typeof firth | typeof delta
  callTrace?: CallTrace
  sent?: SentCall
}) {
  const { status = 'COMPLETED', paidOn = firth, callTrace, sent: sentCall } = of
  const record = buildTestCallRecord(paidOn, { quoteId, user, status })
  const known = { network: devnet, chains: new Map(), status: record, record, trace: undefined }
  return buildExecutionView({ ...known, callTrace, sent: sentCall })
}

test('a call is told from its own transaction, named by the ABI that this browser kept', () => {
  const { call, ...view } = buildView({ callTrace: landed, sent })
  expect(call?.calls).toMatchObject([
    { to: at.vault, value: 2n, name: 'stir', values: [{ name: 'times', value: '3' }] },
  ])
  expect(call?.lent).toMatchObject([{ units: 100_000_000n, symbol: 'USDC', chainId: delta }])
  expect(call).toMatchObject({ isFunded: true, search: 'calls=1', coin: 'ETH' })
  expect(formatExecutionTitle({ ...view, call }, String)).toBe(`Stir on ${delta}`)
})

test('elsewhere it is told as it landed: raw where no known interface has it', () => {
  const { call } = buildView({ callTrace: landed })
  expect(call?.calls).toMatchObject([
    { to: at.vault, value: 2n, name: undefined, values: [{ name: 'data', value: stir.data }] },
  ])
})

test('before it has landed only the browser that sent it knows the calls', () => {
  expect(buildView({ status: 'PENDING', sent }).call?.calls).toHaveLength(1)
  expect(buildView({ status: 'PENDING' }).call).toMatchObject({ calls: [], isFunded: true })
})

test('a call that pays for itself has no legs from anywhere', () => {
  const parts = { prepareId: undefined, lent: [], approvals: [], calls: [stir] }
  const own: CallTrace = { prepareId: undefined, parts, reverted: undefined }
  expect(buildView({ paidOn: delta, callTrace: own })).toMatchObject({
    legs: [],
    call: { isFunded: false },
  })
  expect(buildView({ paidOn: firth, callTrace: landed }).legs).toHaveLength(1)
  // The call's own transaction takes precedence over the chain that was paid on.
  expect(buildView({ paidOn: firth, callTrace: own }).call?.isFunded).toBe(false)
})

function move(token: Hex, [from, to]: readonly [Hex, Hex], units: bigint) {
  const topics = [transferTopic, pad(from), pad(to)] as const
  return { address: token, topics, data: numberToHex(units, { size: 32 }) }
}

test('what a call brought is what its account has more of: the share, not what went through', () => {
  const odd: Hex = `0x${'0d'.repeat(20)}`
  const received = findReceived(
    [
      move(at.usdc, [at.destinationSettler, user], 100n),
      move(at.usdc, [user, at.vault], 100n),
      move(at.vault, [`0x${'0'.repeat(40)}`, user], 100_000_000n),
      move(odd, [at.vault, user], 5n),
    ],
    user,
  )
  const record = buildTestCallRecord(firth, { quoteId, user, status: 'COMPLETED' })
  const share = { assetType: `${delta}/erc20:${at.vault}`, decimals: 6, symbol: 'vUSDC' } as const
  const { call } = buildExecutionView({
    network: devnet,
    chains: new Map(),
    status: record,
    record,
    trace: undefined,
    unlisted: [{ ...share, name: 'Vault share' }],
    callTrace: { ...landed, received },
  })
  expect(call?.received).toHaveLength(1)
  expect(call?.received).toMatchObject([{ units: 100_000_000n, symbol: 'vUSDC', decimals: 6 }])
  expect(buildView({ callTrace: landed }).call?.received).toEqual([])
})

test("why it did not run is read by the user's own ABI", () => {
  const data = encodeErrorResult({ abi, errorName: 'TooHot', args: [90n] })
  const callTrace: CallTrace = { prepareId, parts: undefined, reverted: { hash, data } }
  expect(buildView({ status: 'REFUNDED', callTrace, sent }).call?.revert).toEqual({
    name: 'TooHot',
    values: [{ name: 'degrees', value: '90' }],
  })
  expect(buildView({ status: 'REFUNDED', callTrace }).call?.revert).toBeUndefined()
})

test('a swap stays a swap', () => {
  const record = buildTestCallRecord(firth, { quoteId, user, type: 'SWAP' })
  const known = { network: devnet, chains: new Map(), status: record, record, trace: undefined }
  expect(buildExecutionView(known).call).toBeUndefined()
})
