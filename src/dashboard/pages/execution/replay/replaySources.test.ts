import { expect, test } from 'vitest'

import { devnet } from '#networks/devnet/devnet.ts'
import { devnetAddresses as at } from '#networks/devnet/devnetAddresses.ts'
import type { Order } from '#protocol/orders/order.ts'
import type { StatusRecord } from '#protocol/status/status.ts'
import type { ExecutionSources } from '../view/executionSources.ts'
import { buildExecutionView } from '../view/executionView.ts'
import { getReplaySpan, replaySources } from './replaySources.ts'

const quoteId = `0x${'c6'.repeat(32)}` as const
const orderHash = `0x${'01'.repeat(32)}` as const
const fillHash = `0x${'02'.repeat(32)}` as const
const [deposit, fill, release] = ['0a', '0b', '0c'].map((byte) => `0x${byte.repeat(32)}` as const)
const user = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'
const [firth, delta] = ['eip155:71117001', 'eip155:71117002'] as const
const startMs = Date.parse('2027-01-15T08:00:00.000Z')
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
const status: StatusRecord = {
  quoteId,
  status: 'COMPLETED',
  user,
  recipientAccountId: `${delta}/${user}`,
  originChainOperations: [{ hash: deposit ?? '', chain: firth }],
  destinationChainOperations: [{ hash: fill ?? '', chain: delta }],
  createdAt: new Date(startMs).toISOString(),
  updatedAt: new Date(startMs + 9000).toISOString(),
}
const sources: ExecutionSources = {
  network: devnet,
  chains: new Map(),
  status,
  record: undefined,
  trace: {
    events: [
      {
        kind: 'deposited',
        orderHash,
        order,
        transactionHash: deposit ?? '0x',
        atMs: startMs + 2000,
        chainId: firth,
      },
      {
        kind: 'filled',
        fillHash,
        solver: devnet.roles.solver,
        amount: 333n,
        transactionHash: fill ?? '0x',
        atMs: startMs + 5000,
        chainId: delta,
      },
      {
        kind: 'released',
        orderHash,
        transactionHash: release ?? '0x',
        atMs: startMs + 8000,
        chainId: firth,
      },
    ],
    blockTimes: new Map(),
    unread: [],
    searchedSince: undefined,
    read: new Map(),
  },
}

function showAt(afterMs: number) {
  const { status: shown, legs } = buildExecutionView(replaySources(sources, startMs + afterMs))
  return [shown, legs[0]?.stateLabel]
}

test('a replay shows at each moment what had been seen by then', () => {
  expect([0, 2000, 5000, 8000, 9000].map(showAt)).toEqual([
    ['PENDING', undefined],
    ['IN_PROGRESS', 'In escrow'],
    ['EXECUTED', 'In escrow'],
    ['EXECUTED', 'Settled'],
    ['COMPLETED', 'Settled'],
  ])
})

test('nothing has been seen at the start of what happened within one second of a block', () => {
  const trace = sources.trace && {
    ...sources.trace,
    events: sources.trace.events.map((event) => ({ ...event, atMs: startMs - 400 })),
  }
  const within = { ...sources, trace }
  const [first, next] = getReplaySpan(within)?.momentsMs ?? []
  expect([first, next]).toEqual([startMs, startMs + 1])
  const shown = [first, next].map((at) => replaySources(within, at ?? 0).status?.status)
  expect(shown).toEqual(['PENDING', 'EXECUTED'])
})

test('the span is measured, and there is none while an execution is open', () => {
  expect(getReplaySpan(sources)).toEqual({
    startMs,
    endMs: startMs + 9000,
    momentsMs: [0, 2000, 5000, 8000, 9000].map((ms) => startMs + ms),
  })
  expect(getReplaySpan({ ...sources, status: { ...status, status: 'EXECUTED' } })).toBeUndefined()
  expect(getReplaySpan({ ...sources, trace: undefined })).toBeUndefined()
})

test('the fee that the escrow holds is shown with its value', () => {
  const { fees } = buildExecutionView(sources)
  expect(fees).toMatchObject({
    source: 'chain',
    parts: [{ units: 1_000_000n, symbol: 'USDC' }],
    apps: [],
  })
})

test('a fee that the escrow holds for somebody else than the service is that of an app', () => {
  const app = '0x00000000000000000000000000000000000a44a1'
  const events = sources.trace?.events.map((event) =>
    event.kind === 'deposited'
      ? { ...event, order: { ...event.order, feeReceiver: app } as const }
      : event,
  )
  const trace = sources.trace && events && { ...sources.trace, events }
  expect(buildExecutionView({ ...sources, trace }).fees?.apps).toEqual([app])
})
