import { expect, test } from 'vitest'

import { buildSessionChange } from '#chains/evm/account/sessionKey.ts'
import type { ChainId, EvmAddress } from '#protocol/ids/caip.ts'
import {
  findSessionState,
  findSilent,
  findSwitchStep,
  findAllowed,
  isAnotherKey,
  readSessionCandidate,
} from './sessionState.ts'

const owner: EvmAddress = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const other: EvmAddress = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const account: EvmAddress = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const none: EvmAddress = `0x${'00'.repeat(20)}`

function keysOf(...keys: readonly (EvmAddress | undefined)[]) {
  return new Map(keys.map((key, index) => [`eip155:${index + 1}` as ChainId, key]))
}

const chains: readonly ChainId[] = ['eip155:1', 'eip155:2']

test.each([
  ['reading', undefined, { isPending: true, isOwn: true }],
  ['unknown', undefined, { isPending: false, isOwn: true }],
  ['unknown', keysOf(), { isPending: false, isOwn: true }],
  ['undeployed', keysOf(undefined, undefined), { isPending: false, isOwn: true }],
  ['undeployedSoFar', keysOf(undefined), { isPending: false, isOwn: true }],
  ['readable', keysOf(owner), { isPending: false, isOwn: false }],
  ['changeable', keysOf(undefined, owner), { isPending: false, isOwn: true }],
  ['readable', keysOf(undefined, owner), { isPending: false, isOwn: false }],
] as const)('the keys are said to be %s', (state, keys, of) => {
  expect(findSessionState(keys, { ...of, chains })).toBe(state)
})

test('chains that did not answer are named, and none before anything was read', () => {
  expect(findSilent(keysOf(owner), chains)).toEqual(['eip155:2'])
  expect(findSilent(keysOf(owner, undefined), chains)).toEqual([])
  expect(findSilent(undefined, chains)).toEqual([])
})

test('a key is another one unless it is the owner or none', () => {
  expect([other, owner, none].map((key) => isAnotherKey(key, owner))).toEqual([true, false, false])
})

test('another key is taken back on each chain where it may sign, and only there', () => {
  const [first, second, third]: readonly ChainId[] = ['eip155:1', 'eip155:2', 'eip155:3']
  const keys = [
    { chainId: first ?? 'eip155:1', session: other },
    { chainId: second ?? 'eip155:2', session: owner },
    { chainId: third ?? 'eip155:3', session: other },
  ]
  expect(findAllowed(keys, owner)).toEqual([first, third])
})

test('only the address of a key that does not sign anyway can be allowed', () => {
  for (const wrong of ['', '0x12', none, owner, owner.toLowerCase(), account])
    expect(readSessionCandidate(wrong, [account, owner])).toBeUndefined()
  expect(readSessionCandidate(other, [account, owner])).toBe(other)
})

test('a key is allowed and taken back by a call of the account itself', () => {
  expect(buildSessionChange(account, other)).toEqual({
    to: account,
    data: `0x84109aeb${'0'.repeat(24)}${other.slice(2)}`,
  })
  expect(buildSessionChange(account, undefined).data).toBe(`0x84109aeb${'0'.repeat(64)}`)
})

test.each([
  ['idle', { isAsking: false, isSent: false }],
  ['asking', { isAsking: true, isSent: true, outcome: 'reverted' }],
  ['sent', { isAsking: false, isSent: true }],
  ['sent', { isAsking: false, isSent: true, outcome: 'waiting' }],
  ['idle', { isAsking: false, isSent: true, outcome: 'succeeded' }],
  // A key whose withdrawal the chain refused can be withdrawn again.
  ['idle', { isAsking: false, isSent: true, outcome: 'reverted' }],
] as const)('a change is %s', (step, of) => {
  expect(findSwitchStep({ outcome: undefined, ...of })).toBe(step)
})
