import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { SigningError } from '#dashboard/wallets/errors/signingError.ts'
import { useAddedFunds } from '#dashboard/api/state/addedFunds.ts'
import {
  describeMoveError,
  endMoveRun,
  isReceived,
  type MoveStep,
  markReceived,
  restoreMoveRun,
  resumeMoveRun,
  startMoveRun,
  useMoveRun,
} from './moveRun.ts'

const recipient = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
const transfer = {
  assetType: 'eip155:1/slip44:60',
  amount: 7n,
  symbol: 'ETH',
  decimals: 18,
} as const
const steps = (['eip155:1', 'eip155:2', 'eip155:3'] as const).map((chainId) => ({
  chainId,
  isBatch: false,
  state: 'waiting' as const,
  transfers: [transfer],
}))
const startedAtMs = 1
const run = { startedAtMs, ownerKey: 'a', recipient, steps } as const

afterEach(() => {
  endMoveRun()
  localStorage.clear()
})

async function readBlock(): Promise<bigint> {
  return 7n
}

function getSteps(): readonly string[] {
  return renderHook(useMoveRun).result.current?.steps.map(({ state }) => state) ?? []
}

test('a step that is declined stops the rest, and asking again sends it and the rest once', async () => {
  const asked: string[] = []
  let declines = 1
  async function send({ chainId }: MoveStep): Promise<string> {
    asked.push(chainId)
    if (chainId === 'eip155:2' && declines-- > 0) throw new SigningError('REJECTED', 'no')
    return `0x${asked.length}`
  }
  await startMoveRun(run, { readBlock, send })
  expect(getSteps()).toEqual(['sent', 'failed', 'waiting'])
  await resumeMoveRun({ readBlock, send })
  expect(getSteps()).toEqual(['sent', 'sent', 'sent'])
  expect(asked).toEqual(['eip155:1', 'eip155:2', 'eip155:2', 'eip155:3'])
})

test('what was received is kept for the history, once, with its transaction', async () => {
  const hash = `0x${'ab'.repeat(32)}` as const
  await startMoveRun({ ...run, steps: steps.slice(0, 1) }, { readBlock, send: async () => hash })
  const { result } = renderHook(() => useAddedFunds([recipient.toLowerCase()]))
  expect(result.current).toEqual([])
  act(() => markReceived(startedAtMs, 0, hash))
  act(() => markReceived(startedAtMs, 0, hash))
  expect(result.current).toMatchObject([
    {
      account: recipient,
      source: 'wallet',
      parts: [{ assetType: transfer.assetType, amount: '7', hash }],
    },
  ])
  expect(renderHook(() => useAddedFunds([])).result.current).toEqual([])
})

test('while the wallet is being asked, nothing is asked a second time', async () => {
  const answers: ((hash: string) => void)[] = []
  let asked = 0
  function send(): Promise<string> {
    asked += 1
    return new Promise((resolve) => answers.push(resolve))
  }
  const first = startMoveRun({ ...run, steps: steps.slice(0, 1) }, { readBlock, send })
  await resumeMoveRun({ readBlock, send })
  expect(asked).toBe(1)
  answers[0]?.('0x1')
  await first
  expect(getSteps()).toEqual(['sent'])
})

test('a step that was received although the wallet said it failed is not asked for again', async () => {
  const asked: string[] = []
  async function send({ chainId }: MoveStep): Promise<string> {
    asked.push(chainId)
    if (asked.length === 1) throw new SigningError('FAILED', 'timeout')
    return `0x${asked.length}`
  }
  await startMoveRun(run, { readBlock, send })
  expect(getSteps()).toEqual(['failed', 'waiting', 'waiting'])
  markReceived(startedAtMs, 0)
  await resumeMoveRun({ readBlock, send })
  expect(getSteps()).toEqual(['received', 'sent', 'sent'])
  expect(asked).toEqual(['eip155:1', 'eip155:2', 'eip155:3'])
})

test('funds are added once every step was received; what was received of another run is none of it', async () => {
  await startMoveRun(run, { readBlock, send: async () => '0x1' })
  const added = renderHook(() => {
    const latest = useMoveRun()
    return latest && isReceived(latest)
  }).result
  act(() => steps.forEach((_, index) => markReceived(startedAtMs + 1, index)))
  act(() => [1, 2].forEach((index) => markReceived(startedAtMs, index)))
  expect(added.current).toBe(false)
  act(() => markReceived(startedAtMs, 0))
  expect(added.current).toBe(true)
})

test('a reload goes on where it was, and asks for nothing twice that the wallet may have sent', async () => {
  let asked = 0
  const sender = {
    readBlock,
    async send(): Promise<string> {
      asked += 1
      return asked === 2 ? new Promise(() => undefined) : '0x1'
    },
  }
  void startMoveRun(run, sender)
  await vi.waitFor(() => expect(getSteps()).toEqual(['sent', 'asking', 'waiting']))
  restoreMoveRun()
  expect(getSteps()).toEqual(['sent', 'lost', 'waiting'])
  const { current } = renderHook(useMoveRun).result
  expect(current?.steps[0]).toMatchObject({ id: '0x1', since: 7n, transfers: [transfer] })
  expect(current?.steps[1]).toMatchObject({ since: 7n })
  expect(current?.steps[1]?.problem?.body).toContain('Check in your wallet')
  await resumeMoveRun(sender)
  expect([asked, getSteps()]).toEqual([4, ['sent', 'sent', 'sent']])
  for (const index of steps.keys()) markReceived(startedAtMs, index)
  restoreMoveRun()
  expect(getSteps()).toEqual([])
})

test('a copy of the tab asks for nothing that the other one has asked for since', async () => {
  let declines = 1
  const asked: string[] = []
  const sender = {
    readBlock,
    async send({ chainId }: MoveStep): Promise<string> {
      asked.push(chainId)
      if (chainId === 'eip155:2' && declines-- > 0) throw new SigningError('REJECTED', 'no')
      return '0x1'
    },
  }
  await startMoveRun(run, sender)
  // A browser gives a duplicated tab what the session holds at that time.
  const copy = sessionStorage.getItem('estuary.moveRun') ?? ''
  await resumeMoveRun(sender)
  expect([asked.length, getSteps()]).toEqual([4, ['sent', 'sent', 'sent']])
  sessionStorage.setItem('estuary.moveRun', copy)
  restoreMoveRun()
  expect(getSteps()).toEqual(['sent', 'failed', 'waiting'])
  await resumeMoveRun(sender)
  expect([asked.length, getSteps()]).toEqual([4, ['sent', 'lost', 'waiting']])
  const { current } = renderHook(useMoveRun).result
  expect(current?.steps[1]?.problem?.title).toContain('Another tab')
  expect(current?.steps[1]?.problem?.body).toContain('Check in your wallet')
  // Whoever has checked may ask again.
  await resumeMoveRun(sender)
  expect(asked.slice(4)).toEqual(['eip155:2'])
})

test('what is kept of another version is forgotten', () => {
  sessionStorage.setItem('estuary.moveRun', '{"steps":[]}')
  restoreMoveRun()
  expect(getSteps()).toEqual([])
})

test('every way in which a wallet does not send says where the money is', () => {
  expect(describeMoveError(new SigningError('REJECTED', 'no')).title).toContain('declined')
  for (const code of ['REJECTED', 'CHAIN', 'LOCKED', 'ACCOUNT', 'ABSENT'] as const)
    expect(describeMoveError(new SigningError(code, 'no')).body).toContain('still in your wallet')
  // Such a wallet may have sent it.
  for (const cause of [new SigningError('FAILED', 'no gas'), new Error('no gas'), 'odd'])
    expect(describeMoveError(cause).body).toContain('Check in your wallet')
})
