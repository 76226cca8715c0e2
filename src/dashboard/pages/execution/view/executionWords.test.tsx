import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { devnet } from '#networks/devnet/devnet.ts'
import { devnetAddresses as at } from '#networks/devnet/devnetAddresses.ts'
import type { HistoryRecord } from '#protocol/status/status.ts'
import { buildTestCallRecord } from '#testing/dashboard/record.ts'
import { identifyChains } from '#dashboard/components/flow/chainIdentity.ts'
import { ExecutionFlow } from '../ExecutionFlow.tsx'
import { ExecutionSteps } from '../ExecutionSteps.tsx'
import { buildExecutionView } from './executionView.ts'
import { FailBanner } from '../FailBanner.tsx'

afterEach(cleanup)

const user = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'
const firth = 'eip155:71117001'
const delta = 'eip155:71117002'
const quoteId = `0x${'d6'.repeat(32)}` as const
const hash = `0x${'d7'.repeat(32)}` as const
const chains = identifyChains(devnet.chains.map(({ chainId, name }) => ({ chain: chainId, name })))

type ExecutionCase = Pick<HistoryRecord, 'type' | 'status'> &
  Partial<Pick<HistoryRecord, 'failReason' | 'destinationToken'>> & {
    paidOn?: typeof firth | typeof delta
    isHeld?: boolean
  }

function buildRecord({ paidOn = firth, ...change }: Omit<ExecutionCase, 'isHeld'>): HistoryRecord {
  return buildTestCallRecord(paidOn, { quoteId, user, ...change })
}

/** A deposit of the execution, as the chain shows it. */
function buildDeposit(record: HistoryRecord) {
  const order = {
    fillId: quoteId,
    depositor: user,
    token: at.usdc,
    amount: 100_000_000n,
    fee: 1_000_000n,
    feeReceiver: devnet.roles.feeReceiver,
    payee: devnet.roles.payee,
    depositDeadline: 1_800_000_100n,
    refundAfter: 1_800_000_900n,
    fillHash: hash,
  } as const
  const atMs = Date.parse(record.timestamp)
  return {
    kind: 'deposited',
    order,
    orderHash: hash,
    transactionHash: hash,
    atMs,
    chainId: firth,
  } as const
}

/** Renders the page's progress and error texts. */
function show({ isHeld, ...execution }: ExecutionCase): { progress: string; alert: string } {
  const record = buildRecord(execution)
  const trace = {
    events: isHeld ? [buildDeposit(record)] : [],
    blockTimes: new Map([[firth, 1_800_000_020n]] as const),
    unread: [],
    searchedSince: undefined,
    read: new Map(),
  }
  const view = buildExecutionView({ network: devnet, chains, status: record, record, trace })
  const { container } = render(
    <>
      <ExecutionSteps view={view} />
      <FailBanner view={view} record={record} quoteId={quoteId} />
    </>,
  )
  const alert = screen.queryByRole('alert')?.textContent ?? ''
  return { progress: (container.textContent ?? '').replace(alert, ''), alert }
}

test('an executed swap says what was received, and that the rest is not the owner\u2019s concern', () => {
  const { progress, alert } = show({ type: 'SWAP', status: 'EXECUTED' })
  expect(progress).toContain('USDC delivered')
  expect(progress).toContain(
    'You have received USDC. All that’s left is settlement between the escrow',
  )
  expect(alert).toBe('')
})

const done = /delivered$|ran|settled|nothing left|confirmed$/i

test.each([
  ['PENDING', [false, false, false, false]],
  ['IN_PROGRESS', [false, false, false, false]],
  ['EXECUTED', [false, true, true, false]],
  ['COMPLETED', [false, true, true, true]],
] as const)(
  'at %s no step to come reads as done, and every one behind does',
  (status, expected) => {
    for (const type of ['SWAP', 'CALL'] as const) {
      show({ type, status })
      const texts = screen.getAllByRole('listitem').map(({ textContent }) => textContent ?? '')
      expect(
        texts.map((text) => done.test(text)),
        texts.join('; '),
      ).toEqual(expected)
      cleanup()
    }
  },
)

test('an executed call says that it ran, and nothing of a delivery', () => {
  const { progress, alert } = show({ type: 'CALL', status: 'EXECUTED' })
  expect(progress).toContain('Your call ran on Delta')
  expect(progress).toContain(
    'Your call on Delta has run. All that’s left is settlement between the escrow',
  )
  expect(progress).not.toMatch(/deliver|received/i)
  expect(alert).toBe('')
})

test.each(['SWAP', 'CALL'] as const)('a failed %s says who holds the deposit', (type) => {
  const failed = show({ type, status: 'FAILED', failReason: 'ORDER_EXPIRED', isHeld: true })
  expect(failed.progress).toContain('FailedA deposit is waiting for you in escrow')
  expect(failed.progress).not.toContain('Completed')
  expect(failed.alert).toContain('Time ran out before delivery')
  expect(failed.alert).toContain('Your USDC is in escrow on Firth. Only you can reclaim it')
  expect(failed.alert).toContain('Details for supportORDER_EXPIRED')
})

test('what is left open is named after what it was: a swap, or a call', () => {
  const unnamed = { status: 'FAILED', failReason: 'UNKNOWN', isHeld: true } as const
  expect(show({ ...unnamed, type: 'SWAP' }).alert).toContain('Something stopped this swap')
  cleanup()
  expect(show({ ...unnamed, type: 'CALL' }).alert).toContain('Something stopped this call')
})

test('a refunded call says that it did not run; one that paid for itself, that nothing moved', () => {
  const refunded = { type: 'CALL', status: 'REFUNDED', failReason: 'ORDER_EXPIRED' } as const
  expect(show(refunded).alert).toContain('Your USDC never left your account')
  cleanup()
  const own = show({ ...refunded, paidOn: delta })
  expect(own.alert).toContain('None of your funds moved: the call and its fee are one operation.')
})

test('a delivery that the solver gave up is not on its way any more, whatever a stranger gives up', () => {
  const record = buildRecord({ type: 'SWAP', status: 'IN_PROGRESS' })
  const deposit = buildDeposit(record)
  function renderFlow(givenUpBy: `0x${string}`): string | null {
    const cancelled = { ...deposit, kind: 'cancelled', solver: givenUpBy, chainId: delta } as const
    const trace = {
      events: [deposit, cancelled],
      blockTimes: new Map([[firth, 1_800_000_020n]] as const),
      unread: [],
      searchedSince: undefined,
      read: new Map(),
    }
    const view = buildExecutionView({ network: devnet, chains, status: record, record, trace })
    render(<ExecutionFlow view={view} />)
    const label = screen.getByRole('img').getAttribute('aria-label')
    cleanup()
    return label
  }
  expect(renderFlow(devnet.roles.solver)).toContain('not delivered')
  expect(renderFlow(user)).toContain('in progress')
})

test('a transfer that failed is tried again as a transfer, with what was asked for', () => {
  const recipientAccount = `${delta}:${devnet.roles.payee}` as const
  const { destinationToken } = buildRecord({ type: 'TRANSFER', status: 'REFUNDED' })
  show({
    type: 'TRANSFER',
    status: 'REFUNDED',
    failReason: 'SLIPPAGE',
    destinationToken: { ...destinationToken, recipientAccount },
  })
  const href = screen.getByRole('link', { name: 'Get a new quote' }).getAttribute('href') ?? ''
  const { pathname, searchParams } = new URL(href, 'https://a.test')
  expect(pathname).toBe('/send')
  expect(Object.fromEntries(searchParams)).toEqual({
    asset: 'agg:usdc',
    amount: '100',
    to: recipientAccount,
  })
})
