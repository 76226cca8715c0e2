import { expect, test } from 'vitest'

import type { EvmAddress } from '#protocol/ids/caip.ts'
import { devnet } from '#networks/devnet/devnet.ts'
import {
  getAccountChoice,
  chooseAccounts,
  defaultChoice,
  type JoinedAccount,
  maxAccounts,
} from './accountChoice.ts'
import { evmKinds, computeOwnAccount } from './ownAccounts.ts'

const owner = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const wallet = { id: 'test.wallet', name: 'Test Wallet' }

/** What is read of a stored text. */
function parseChoice(stored: unknown, of: EvmAddress) {
  localStorage.setItem(`estuary.accounts.${of.toLowerCase()}`, JSON.stringify(stored))
  return getAccountChoice(of)
}

function joinedBy(key: JoinedAccount['owner'], kind: JoinedAccount['kind']): JoinedAccount {
  return { owner: key, kind, wallet }
}

test('what is remembered is read back, and anything else becomes the role-based account alone', () => {
  const joined = [joinedBy(other, 'basic')]
  const stored = { main: 'eip7702', also: ['basic', 'eip7702', 'nonsense'], joined }
  expect(parseChoice(stored, owner)).toEqual({ main: 'eip7702', also: ['basic'], joined })
  for (const bad of [null, '', 1, [], {}, { main: 'solana', also: 'basic', joined: {} }])
    expect(parseChoice(bad, owner)).toEqual(defaultChoice)
})

test('a joined account that is none, or no longer whole, is not read back', () => {
  const good = joinedBy(other, 'roleBased')
  const bad = [
    null,
    'text',
    { ...good, owner: '0x12' },
    { ...good, kind: 'solana' },
    { ...good, wallet: undefined },
    { ...good, wallet: { id: 7, name: 'x' } },
  ]
  expect(parseChoice({ joined: [...bad, good] }, owner).joined).toEqual([good])
})

test('a choice holds for its own key only, and never draws twice from one account', () => {
  const joined = [
    joinedBy(other, 'basic'),
    { ...joinedBy(other, 'basic'), wallet: { id: 'another', name: 'Another' } },
    joinedBy(owner, 'eip7702'),
  ]
  chooseAccounts(owner, { main: 'basic', also: ['basic', 'roleBased', 'roleBased'], joined })
  expect(getAccountChoice(owner)).toEqual({
    main: 'basic',
    also: ['roleBased'],
    joined: [joinedBy(other, 'basic')],
  })
  expect(getAccountChoice(other)).toEqual(defaultChoice)
  expect(getAccountChoice(undefined)).toEqual(defaultChoice)
})

test('no more accounts are drawn from together than a quote takes', () => {
  const keys = Array.from({ length: 12 }, (_, index) =>
    joinedBy(`0x${String(index + 1).padStart(40, '0')}`, 'basic'),
  )
  chooseAccounts(owner, { main: 'basic', also: ['roleBased'], joined: keys })
  const { also, joined } = getAccountChoice(owner)
  expect(1 + also.length + joined.length).toBe(maxAccounts)
  expect(joined).toEqual(keys.slice(0, 8))
})

test('one key owns three different accounts, and the EIP-7702 one is the key itself', () => {
  const addresses = evmKinds.map(
    (kind) => computeOwnAccount(devnet, { owner, kind }).accountAddress,
  )
  expect(new Set(addresses).size).toBe(3)
  expect(addresses[2]).toBe(owner)
})
