import { describe, expect, test } from 'vitest'

import {
  type AccountChoice,
  defaultChoice,
  type JoinedAccount,
  maxAccounts,
  chooseAccounts,
  getAccountChoice,
} from './accountChoice.ts'
import { activateEntry, removeEntry, setFunding, toChoice, toEntries } from './accountEntries.ts'

const owner = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const wallet = { id: 'test.wallet', name: 'Test Wallet' }
const own = { owner, wallet } as const
const joined: JoinedAccount = { owner: other, kind: 'basic', wallet }

function entriesOf(choice: Partial<AccountChoice>) {
  return toEntries({ ...defaultChoice, ...choice }, own)
}

test('a choice and its list stand for the same accounts', () => {
  const choice = {
    main: 'basic',
    also: ['roleBased'],
    joined: [joined],
    listed: [{ ...own, kind: 'eip7702' }],
  } as const
  const entries = toEntries(choice, own)
  expect(entries.map(({ kind, isFunding }) => [kind, isFunding])).toEqual([
    ['basic', true],
    ['roleBased', true],
    ['basic', true],
    ['eip7702', false],
  ])
  expect(toChoice(entries)).toEqual(choice)
  chooseAccounts(owner, toChoice(entries))
  expect(getAccountChoice(owner)).toEqual(choice)
})

describe('the active account', () => {
  test('alone gives its place up to another and stays in the list', () => {
    const entries = entriesOf({ listed: [{ ...own, kind: 'eip7702' }] })
    const next = activateEntry(entries, { id: { owner, kind: 'eip7702' } })
    expect(next && toChoice(next)).toEqual({
      main: 'eip7702',
      also: [],
      joined: [],
      listed: [{ ...own, kind: 'roleBased' }],
    })
  })

  test('among several stays paid from, also under another key', () => {
    const next = activateEntry(entriesOf({ joined: [joined] }), { id: joined })
    expect(next && toChoice(next)).toEqual({
      main: 'basic',
      also: [],
      joined: [{ ...own, kind: 'roleBased' }],
      listed: [],
    })
    expect(activateEntry(entriesOf({}), { id: joined })).toBeUndefined()
  })

  test('can be made the only one that is paid from', () => {
    const next = activateEntry(entriesOf({ joined: [joined] }), { id: joined, isAlone: true })
    expect(next && toChoice(next)).toMatchObject({
      joined: [],
      listed: [{ ...own, kind: 'roleBased' }],
    })
  })

  test('is neither removed nor left out of what is paid from', () => {
    const entries = entriesOf({ joined: [joined] })
    const active = { owner, kind: 'roleBased' } as const
    expect(removeEntry(entries, active)).toEqual(entries)
    expect(setFunding(entries, { id: active, isFunding: false })).toEqual(entries)
  })
})

test('an account that is left out stays in the list, one that is removed does not', () => {
  const entries = entriesOf({ joined: [joined] })
  const left = toChoice(setFunding(entries, { id: joined, isFunding: false }))
  expect(left).toMatchObject({ joined: [], listed: [joined] })
  expect(toChoice(removeEntry(entries, joined))).toMatchObject({ joined: [], listed: [] })
})

test('what does not fit into a full set stays in the list', () => {
  const many = Array.from({ length: maxAccounts }, (_, index): JoinedAccount => {
    return { owner: `0x${String(index + 1).padStart(40, '0')}`, kind: 'basic', wallet }
  })
  const full = many.slice(1)
  const entries = [
    ...entriesOf({ joined: full }),
    { ...many[0], owner: other, kind: 'basic', wallet, isFunding: false },
  ] as const
  const next = activateEntry(entries, { id: { owner: other, kind: 'basic' } })
  const choice = next && toChoice(next)
  expect(choice?.joined).toHaveLength(maxAccounts - 1)
  expect(choice?.listed).toEqual([full.at(-1)])
})
