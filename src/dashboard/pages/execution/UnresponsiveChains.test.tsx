import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { devnet } from '#networks/devnet/devnet.ts'
import type { ChainId } from '#protocol/ids/caip.ts'
import { identifyChains } from '../../components/flow/chainIdentity.ts'
import { buildTestRecord } from '#testing/dashboard/record.ts'
import { buildExecutionView } from './view/executionView.ts'
import { UnresponsiveChains } from './UnresponsiveChains.tsx'

const chains = identifyChains(devnet.chains.map(({ chainId, name }) => ({ chain: chainId, name })))
const [firth, delta, lagoon] = ['eip155:71117001', 'eip155:71117002', 'eip155:71117003'] as const
const hour = Math.floor(Date.now() / 1000) + 3600

afterEach(cleanup)

function show(
  unread: readonly ChainId[],
  {
    status = 'PENDING',
    validUntil = hour,
  }: { status?: 'PENDING' | 'COMPLETED'; validUntil?: number } = {},
) {
  const record = buildTestRecord({ status })
  const trace = {
    events: [],
    blockTimes: new Map(),
    unread,
    searchedSince: undefined,
    read: new Map(),
  }
  const view = buildExecutionView({ network: devnet, chains, status: record, record, trace })
  const { container } = render(<UnresponsiveChains {...{ view, unread, validUntil }} />)
  return { text: container.textContent, words: view.legs.map(({ stateLabel }) => stateLabel) }
}

test('a silent destination is named, with what was not taken and when it ends by itself', () => {
  const { text, words } = show([lagoon])
  expect(text).toMatch(/^Lagoon isn’t responding/)
  expect(text).toContain('Nothing has left your account so far.')
  expect(text).toMatch(/If nothing happens by \d\d:\d\d:\d\d, your signature expires/)
  expect(words).toEqual(['Not seen yet', 'Not seen yet'])
})

test('of a silent origin it is not claimed that nothing was taken there', () => {
  const { text, words } = show([firth])
  expect(text).toMatch(/^Firth isn’t responding/)
  expect(text).toContain('Can’t tell right now whether funds left your account on Firth.')
  expect(text).toContain('Nothing left your account elsewhere.')
  expect(words.toSorted()).toEqual(['Not seen yet', 'Unavailable'])
  cleanup()
  expect(show([firth, delta, lagoon]).text).toMatch(
    /^Firth, Delta, and Lagoon aren’t responding|^Delta/,
  )
})

test('once the deadline has passed, nothing more is taken', () => {
  expect(show([lagoon], { validUntil: hour - 7200 }).text).toMatch(
    /Your signature expired at \d\d:\d\d:\d\d\. Nothing more can leave/,
  )
})

test('nothing is said while all answer, or once it is over', () => {
  expect(show([]).text).toBe('')
  expect(show([lagoon], { status: 'COMPLETED' }).text).toBe('')
})
