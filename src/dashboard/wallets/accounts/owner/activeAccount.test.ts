import { expect, test } from 'vitest'

import { type AccountChoice, defaultChoice } from '../choice/accountChoice.ts'
import { findSignerForKey } from '../signerForKey.ts'
import { setActiveAccount, findActiveConnection } from './activeAccount.ts'

const first = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const second = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const outsider = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const wallet = { id: 'test.wallet', name: 'Test Wallet' }
const choice: AccountChoice = {
  ...defaultChoice,
  joined: [{ owner: second, kind: 'basic', wallet }],
}
const settled = { address: first, walletId: wallet.id } as const

/** The connections while the wallet shows only this account. */
function showing(account: `0x${string}`) {
  return [{ accounts: [account], connector: wallet }]
}

test('an account of the set that comes to the front leaves the page with its set', () => {
  const connections = showing(second)
  const now = { front: second, connections, choice, isLocked: false } as const
  expect(findActiveConnection(settled, now)).toBe(connections[0])
})

test('an account outside of the set takes the page over, unless accounts are being looked for', () => {
  const now = { front: outsider, connections: showing(outsider), choice, isLocked: false } as const
  expect(findActiveConnection(settled, now)).toBeUndefined()
  expect(findActiveConnection(settled, { ...now, isLocked: true })).toBeDefined()
})

test('a set whose own wallet is gone is not stayed with', () => {
  const now = { front: second, connections: showing(second), choice, isLocked: true } as const
  expect(findActiveConnection({ ...settled, walletId: 'gone' }, now)).toBeUndefined()
})

test('whose set is in use outlives the page', () => {
  setActiveAccount(settled)
  expect(JSON.parse(localStorage.getItem('estuary.owner') ?? 'null')).toEqual(settled)
})

test('a key is ready where its wallet shows it, else its wallet has to change or to be connected', () => {
  const known = { owner: first, wallet } as const
  expect(findSignerForKey(known, showing(first))).toMatchObject({
    state: 'ready',
    wallet: 'Test Wallet',
  })
  expect(findSignerForKey(known, showing(second))).toMatchObject({ state: 'elsewhere' })
  expect(findSignerForKey(known, [])).toMatchObject({ state: 'absent', wallet: 'Test Wallet' })
})

test('a key that several wallets show is signed for by the one that can authorize', () => {
  const local = {
    accounts: [first],
    connector: { id: 'local.estuary.wallet', name: 'Local' },
  } as const
  const signer = findSignerForKey({ owner: first, wallet }, [...showing(first), local])
  expect(signer).toMatchObject({ wallet: 'Local', canAuthorize: true })
  expect(findSignerForKey({ owner: first, wallet }, showing(first)).canAuthorize).toBe(false)
})
