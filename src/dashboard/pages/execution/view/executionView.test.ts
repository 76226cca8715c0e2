import { expect, test } from 'vitest'

import { devnet } from '#networks/devnet/devnet.ts'
import { devnetAddresses as at } from '#networks/devnet/devnetAddresses.ts'
import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import { devnetWithSolana } from '#networks/devnet/devnetWithSolana.ts'
import type { Order } from '#protocol/orders/order.ts'
import { nativeMint, type SolanaOrder } from '#protocol/orders/solanaOrder.ts'
import type { HistoryRecord, StatusRecord } from '#protocol/status/status.ts'
import type { ExecutionTrace } from '#dashboard/api/chains/trace.ts'
import { buildExecutionEvents } from './executionEvents.ts'
import { createFormats } from '../../../components/amounts/createFormats.ts'
import { formatExecutionTitle } from './executionTitle.ts'
import { buildExecutionView } from './executionView.ts'

const quoteId = `0x${'c6'.repeat(32)}` as const
const orderHash = `0x${'01'.repeat(32)}` as const
const fillHash = `0x${'02'.repeat(32)}` as const
const transactionHash = `0x${'03'.repeat(32)}` as const
const user = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'
const firth = 'eip155:71117001'
const delta = 'eip155:71117002'

const order: Order = {
  fillId: quoteId,
  depositor: user,
  token: at.usdc,
  amount: 999_000_000n,
  fee: 1_000_000n,
  feeReceiver: devnet.roles.feeReceiver,
  payee: devnet.roles.payee,
  depositDeadline: 1_800_000_120n,
  refundAfter: 1_800_000_900n,
  fillHash,
}
const record: HistoryRecord = {
  quoteId,
  status: 'IN_PROGRESS',
  user,
  recipientAccountId: `${delta}/${user}`,
  originChainOperations: [],
  destinationChainOperations: [],
  type: 'SWAP',
  originToken: {
    aggregatedAssetId: 'agg:usdc',
    amount: '1000000000',
    assetType: [`${firth}/erc20:${at.usdc}`],
    fiatValue: [
      { assetType: `${firth}/erc20:${at.usdc}`, fiatValue: '1000.00', amount: '1000000000' },
    ],
  },
  destinationToken: {
    aggregatedAssetId: 'agg:eth',
    amount: '333000000000000000',
    assetType: `${delta}/slip44:60`,
    minimumAmount: '329670000000000000',
  },
  timestamp: '2027-01-15T08:00:00.000Z',
}
const deposited = {
  kind: 'deposited',
  orderHash,
  order,
  transactionHash,
  atMs: 1_800_000_010_000,
  chainId: firth,
} as const
const filled = {
  kind: 'filled',
  fillHash,
  solver: devnet.roles.solver,
  amount: 333n,
  transactionHash,
  atMs: 1_800_000_012_000,
  chainId: delta,
} as const

function buildTrace(events: ExecutionTrace['events'], blockTime = 1_800_000_020n): ExecutionTrace {
  const none = { unread: [], searchedSince: undefined, read: new Map() }
  return { events, blockTimes: new Map([[firth, blockTime]]), ...none }
}

function buildView(of: {
  status?: StatusRecord['status']
  isKnown?: boolean
  trace?: ExecutionTrace
}) {
  const { status, isKnown = true, trace } = of
  return buildExecutionView({
    network: devnet,
    chains: new Map(),
    status: status && { ...record, status },
    record: isKnown ? record : undefined,
    trace,
  })
}

test('a leg is solid only when the chain or the service has seen it', () => {
  expect(buildView({ status: 'PENDING' }).legs[0]).toMatchObject({ state: 'moving', crest: 0.35 })
  const seen = buildView({ status: 'PENDING', trace: buildTrace([deposited]) })
  expect(seen.legs[0]).toMatchObject({
    state: 'done',
    stateLabel: 'In escrow',
    units: 1_000_000_000n,
  })
  expect(seen.destinationState).toBe('waiting')
})

test('without the service the deposits on the chains tell what was paid and what is held', () => {
  const view = buildView({ isKnown: false, trace: buildTrace([deposited]) })
  expect(view.status).toBeUndefined()
  expect(view.legs[0]).toMatchObject({
    symbol: 'USDC',
    units: 1_000_000_000n,
    stateLabel: 'In escrow',
  })
  expect(view.held).toMatchObject([{ chainId: firth, order, chainTime: 1_800_000_020n }])
  expect(formatExecutionTitle(view, String)).toBe('Deposit of USDC')
})

test('what is delivered by the pinned solver, or settled, is not offered to be taken back', () => {
  expect(buildView({ isKnown: false, trace: buildTrace([deposited, filled]) }).held).toEqual([])
  const released = { ...deposited, kind: 'released', orderHash } as const
  expect(buildView({ isKnown: false, trace: buildTrace([deposited, released]) }).held).toEqual([])
})

test('a transfer is named by what arrives, not by what is paid for it', () => {
  const view = buildView({ isKnown: true, trace: buildTrace([deposited, filled]) })
  const { received } = view
  if (!received) throw new Error('Nothing is delivered.')
  const sent = { ...view, type: 'TRANSFER', status: 'COMPLETED' } as const
  expect(formatExecutionTitle(sent, ({ units, symbol }) => `${units} ${symbol}`)).toBe(
    `Sent ${received.units} ${received.symbol}`,
  )
  const { asset } = createFormats({ locale: 'en' })
  const amount = asset(received)
  expect(formatExecutionTitle(sent, asset, 'Dana')).toBe(`Sent ${amount} to Dana`)
  const open = { ...sent, status: 'PENDING' } as const
  expect(formatExecutionTitle(open, asset, 'Dana')).toBe(`Send ${amount} to Dana`)
})

test('a fill that somebody else claims, or for another order, does not count', () => {
  for (const claim of [
    { ...filled, solver: user },
    { ...filled, fillHash: orderHash },
  ] as const) {
    const view = buildView({ isKnown: false, trace: buildTrace([deposited, claim]) })
    expect(view.isDelivered).toBe(false)
    expect(view.held.length).toBe(1)
  }
})

test('a delivery is given up when the pinned solver has cancelled it, and nobody else', () => {
  const { solver } = devnet.roles
  const cancelled = { ...filled, kind: 'cancelled', solver } as const
  expect(buildView({ trace: buildTrace([deposited]) }).isCancelled).toBe(false)
  const claimed = { ...cancelled, solver: user } as const
  expect(buildView({ trace: buildTrace([deposited, claimed]) }).isCancelled).toBe(false)
  const view = buildView({ status: 'IN_PROGRESS', trace: buildTrace([deposited, cancelled]) })
  expect(view).toMatchObject({ isCancelled: true, hasFailed: false })
  expect(view.held).toHaveLength(1)
  const onSolana = { ...cancelled, solver: devnetSolana.roles.solver, chainId: reef }
  expect(buildReefView([onReef, onSolana]).isCancelled).toBe(true)
  expect(buildReefView([onReef, { ...onSolana, solver }]).isCancelled).toBe(false)
})

test('a refund that the chain shows ends it, whatever the service still says', () => {
  const refunded = { ...deposited, kind: 'refunded', orderHash, atMs: 1_800_000_950_000 } as const
  const trace = buildTrace([deposited, refunded])
  const view = buildView({ status: 'IN_PROGRESS', trace })
  expect(view).toMatchObject({ hasFailed: true, held: [] })
  expect(view.legs[0]).toMatchObject({ state: 'returned', stateLabel: 'Refunded' })
  expect(view.refunded).toMatchObject([
    { depositor: user, amount: { units: 1_000_000_000n, symbol: 'USDC' }, transactionHash },
  ])
  expect(view.endedAtMs).toBe(1_800_000_950_000)
})

test('what goes to somebody else is told apart from what one receives oneself', () => {
  expect(buildView({ status: 'COMPLETED' }).isToOther).toBe(false)
  const friend = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
  const status = { ...record, recipientAccountId: `${delta}/${friend}` } as const
  const known = { network: devnet, chains: new Map(), record, trace: undefined }
  expect(buildExecutionView({ ...known, status }).isToOther).toBe(true)
})

test('a refund without any deposit says that nothing was taken', () => {
  expect(buildView({ status: 'REFUNDED', trace: buildTrace([]) }).legs[0]?.stateLabel).toBe(
    'Not charged',
  )
})

test('events are told newest first, in the order of their making within a second', () => {
  const events = buildExecutionEvents({
    status: { ...record, createdAt: '2027-01-15T08:00:00.000Z' },
    trace: buildTrace([deposited, { ...filled, atMs: deposited.atMs }]),
    explorers: new Map([[firth, 'http://explorer']]),
    hasFailed: false,
  })
  expect(events.map(({ kind }) => kind)).toEqual([
    'confirming',
    'delivered',
    'deposited',
    'accepted',
  ])
  expect(events[2]?.explorerUrl).toBe(`http://explorer/tx/${transactionHash}`)
})

test('a payout follows its delivery whatever the clocks of their chains say', () => {
  const { atMs } = deposited
  const released = { kind: 'released', orderHash, transactionHash, chainId: firth } as const
  const events = buildExecutionEvents({
    status: undefined,
    trace: buildTrace([
      { ...released, atMs: atMs + 1_000 },
      { ...filled, atMs: atMs + 2_000 },
      { ...deposited, atMs: atMs + 1_000 },
    ]),
    explorers: new Map(),
    hasFailed: false,
  })
  expect(events.map(({ kind }) => kind)).toEqual(['released', 'delivered', 'deposited'])
  expect(events.map((event) => event.atMs)).toEqual([atMs + 2_000, atMs + 2_000, atMs + 1_000])
})

const reef = devnetSolana.chainId
const payer = 'Fh3TDDPLpv3LD5hhbFpLLoWbdHhDPtDzbYmpR35ZJiKH'
const solanaOrder: SolanaOrder = {
  ...order,
  depositor: payer,
  token: devnetSolana.mints.usdc,
  feeReceiver: devnetSolana.roles.feeReceiver,
  payee: devnetSolana.roles.payee,
}
const signature = '5uH3TDDPLpv3LD5hhbFpLLoWbdHhDPtDzbYmpR35ZJiKHqqq'
const onReef = {
  ...deposited,
  order: solanaOrder,
  transactionHash: signature,
  chainId: reef,
} as const

function buildReefView(
  events: ExecutionTrace['events'],
  status?: Partial<StatusRecord>,
  own?: readonly string[],
) {
  return buildExecutionView({
    network: devnetWithSolana,
    chains: new Map(),
    status: status && { ...record, user: payer, ...status },
    record: undefined,
    trace: { ...buildTrace(events), blockTimes: new Map([[reef, 1_800_000_020n]]) },
    ...(own && { own }),
  })
}

test('a leg on Solana is told by its escrow, as one on an EVM chain', () => {
  const solver = devnetSolana.roles.solver
  const fill = { ...filled, solver, chainId: reef, transactionHash: signature } as const
  const end = { ...onReef, orderHash } as const
  const words = [
    [onReef],
    [onReef, fill],
    [onReef, fill, { ...end, kind: 'released' } as const],
    [onReef, { ...end, kind: 'refunded' } as const],
  ].map((events) => {
    const { legs, isDelivered, held } = buildReefView(events)
    return [legs[0]?.stateLabel, legs[0]?.symbol, isDelivered, held.length]
  })
  expect(words).toEqual([
    ['In escrow', 'USDC', false, 1],
    ['In escrow', 'USDC', true, 0],
    ['Settled', 'USDC', true, 0],
    ['Refunded', 'USDC', false, 0],
  ])
})

test('SOL that the escrow holds is SOL, and goes back to the account it came from', () => {
  const order = { ...solanaOrder, token: nativeMint, amount: 2_000_000_000n, fee: 1n }
  const { held } = buildReefView([{ ...onReef, order }])
  expect(held).toMatchObject([{ order, amount: { symbol: 'SOL', units: 2_000_000_001n } }])
  const refunded = { ...onReef, kind: 'refunded', orderHash } as const
  expect(buildReefView([{ ...onReef, order }, refunded]).refunded).toMatchObject([
    { depositor: payer, amount: { symbol: 'SOL', units: 2_000_000_001n } },
  ])
})

test("a delivery to an account in use here, or to the depositor's, is one's own", () => {
  const other = devnetSolana.roles.faucet
  const status = { user, recipientAccountId: `${reef}/${other}` } as const
  expect(buildReefView([], status).isToOther).toBe(true)
  expect(buildReefView([], status, [user, other]).isToOther).toBe(false)
  const home = { user, recipientAccountId: `${reef}/${payer}` } as const
  expect(buildReefView([], home).isToOther).toBe(true)
  expect(buildReefView([onReef], home).isToOther).toBe(false)
})

test("a transaction that the service names has its page at the network's explorer, not where the service says", () => {
  const explorerUrl = 'https://a.test/drain'
  const operation = { hash: transactionHash, chain: firth, explorerUrl } as const
  const events = buildExecutionEvents({
    status: { ...record, originChainOperations: [operation] },
    trace: undefined,
    explorers: new Map([[firth, 'http://explorer']]),
    hasFailed: false,
  })
  const links = events.flatMap((event) => event.explorerUrl ?? [])
  expect(links).toEqual([`http://explorer/tx/${transactionHash}`])
})

test('a transaction on Solana has its page at the explorer of its chain', () => {
  const events = buildExecutionEvents({
    status: undefined,
    trace: buildTrace([onReef]),
    explorers: new Map([[reef, 'http://explorer/reef']]),
    hasFailed: false,
  })
  expect(events[0]?.explorerUrl).toBe(`http://explorer/reef/tx/${signature}`)
})

test('fees are those that this browser signed, else those that the service reports', () => {
  const usdc = `${firth}/erc20:${at.usdc}` as const
  const sources = { network: devnet, chains: new Map(), status: undefined, trace: undefined }
  const reported = { ...record, fees: { assets: { [usdc]: '2000000' }, cumulativeUSD: '2.00' } }
  expect(buildExecutionView({ ...sources, record: reported }).fees).toMatchObject({
    source: 'service',
    totalUsd: 2,
    isOfReceived: false,
    parts: [{ kind: 'service', units: 2_000_000n, symbol: 'USDC', valueUsd: 2 }],
  })
  const signed = { ...record, fees: { assets: { [usdc]: '1000000' }, cumulativeUSD: '1.00' } }
  expect(buildExecutionView({ ...sources, record: reported, signed }).fees).toMatchObject({
    source: 'signed',
    totalUsd: 1,
  })
  expect(buildExecutionView({ ...sources, record }).fees).toBeUndefined()
})

test('a delivery is compared with its quote, and a call is not: it may use what the account holds there', () => {
  const trace = buildTrace([{ ...deposited }, { ...filled }])
  const sources = {
    network: devnet,
    chains: new Map(),
    status: { ...record, status: 'COMPLETED' as const },
    trace,
  }
  const signed = { ...record, fees: { assets: {}, cumulativeUSD: '0.00' } }
  expect(buildExecutionView({ ...sources, record, signed }).gain).toBeTypeOf('bigint')
  const call = { ...record, type: 'CALL' as const }
  expect(buildExecutionView({ ...sources, record: call, signed }).gain).toBeUndefined()
})

test('a token on no list is named as this browser read it, and marked', () => {
  const assetType = `${firth}/erc20:0x00000000000000000000000000000000000000d1` as const
  const odd = { assetType, symbol: 'ODD', name: 'Odd token', decimals: 8 }
  const sold: HistoryRecord = {
    ...record,
    originToken: {
      aggregatedAssetId: 'agg:single',
      amount: '40000000000',
      assetType: [assetType],
      fiatValue: [{ assetType, fiatValue: '100.00', amount: '40000000000' }],
    },
  }
  const sources = { network: devnet, chains: new Map(), record: sold, status: undefined }
  const view = buildExecutionView({ ...sources, trace: undefined, unlisted: [odd] })
  expect(view.paid).toEqual({
    units: 40_000_000_000n,
    decimals: 8,
    symbol: 'ODD',
    isUnlisted: true,
  })
  expect(view.legs).toMatchObject([{ symbol: 'ODD', decimals: 8, isUnlisted: true }])
  expect(view.received?.isUnlisted).toBeUndefined()
})
