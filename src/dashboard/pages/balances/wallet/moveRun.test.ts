import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { SigningError } from '#dashboard/wallets/errors/signingError.ts'
import type { MoveStep } from './moveSteps.ts'
import {
  describeMoveError,
  endMoveRun,
  isReceived,
  noteArrival,
  resumeMoveRun,
  startMoveRun,
  useMoveRun,
} from './moveRun.ts'

const recipient = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
const steps: readonly MoveStep[] = ['eip155:1', 'eip155:2', 'eip155:3'].map((chainId) => ({
  chainId: chainId === 'eip155:1' ? 'eip155:1' : chainId === 'eip155:2' ? 'eip155:2' : 'eip155:3',
  isBatch: false,
  moves: [],
}))
const run = { ownerKey: 'a', recipient, wallet: 'Test Wallet', steps } as const

afterEach(endMoveRun)

async function readBlock(): Promise<bigint> {
  return 7n
}

function getSteps(): readonly string[] {
  return renderHook(useMoveRun).result.current?.states.map(({ step }) => step) ?? []
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

test('a step that arrived although the wallet said it failed is not asked for again', async () => {
  const asked: string[] = []
  async function send({ chainId }: MoveStep): Promise<string> {
    asked.push(chainId)
    if (asked.length === 1) throw new SigningError('FAILED', 'timeout')
    return `0x${asked.length}`
  }
  await startMoveRun(run, { readBlock, send })
  const [first, second] = steps
  if (!first || !second) throw new Error('There are no steps.')
  noteArrival(second, `0x${'ab'.repeat(32)}`)
  expect(getSteps()).toEqual(['failed', 'waiting', 'waiting'])
  noteArrival(first, `0x${'ab'.repeat(32)}`)
  await resumeMoveRun({ readBlock, send })
  expect(getSteps()).toEqual(['sent', 'sent', 'sent'])
  expect(asked).toEqual(['eip155:1', 'eip155:2', 'eip155:3'])
})

test('funds are added once every step has arrived', async () => {
  await startMoveRun(run, { readBlock, send: async () => '0x1' })
  const added = renderHook(() => {
    const latest = useMoveRun()
    return latest && isReceived(latest)
  }).result
  expect(added.current).toBe(false)
  act(() => steps.slice(1).forEach((step) => noteArrival(step, undefined)))
  expect(added.current).toBe(false)
  act(() => steps.slice(0, 1).forEach((step) => noteArrival(step, undefined)))
  expect(added.current).toBe(true)
})

test('every way in which a wallet does not send says where the money is', () => {
  expect(describeMoveError(new SigningError('REJECTED', 'no')).title).toContain('declined')
  expect(describeMoveError(new SigningError('CHAIN', 'no')).title).toContain('chain')
  expect(describeMoveError(new SigningError('LOCKED', 'no')).body).toContain('still in your wallet')
  // Such a wallet may have sent it.
  for (const cause of [new SigningError('FAILED', 'no gas'), new Error('no gas'), 'odd'])
    expect(describeMoveError(cause).body).toContain('Check in your wallet')
})
