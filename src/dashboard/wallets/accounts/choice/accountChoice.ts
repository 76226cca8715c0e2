import { create } from 'zustand'

import { toAddressKey } from '#protocol/accounts/account.ts'
import { EvmAddress, isSameAddress } from '#protocol/ids/caip.ts'
import { isRecord } from '#protocol/ids/isRecord.ts'
import { findKeys, readJson, writeJson } from '../../../storedJson.ts'
import { type EvmKind, evmKinds } from './ownAccounts.ts'

/** An account of another key that joined the set, and the wallet that held the key at that time. */
export type JoinedAccount = {
  owner: EvmAddress
  kind: EvmKind
  wallet: { id: string; name: string }
}

/** Maximum number of accounts that fund one quote. Source: specification section 8. */
export const maxAccounts = 10

/** The accounts in use while a key is connected. */
export type AccountChoice = {
  /** Receives funds and makes the calls. */
  main: EvmKind
  /** Further accounts of the same key that may fund a quote; never includes `main`. */
  also: readonly EvmKind[]
  /** Accounts of other keys that may fund a quote; each key signs for its own account. */
  joined: readonly JoinedAccount[]
  /** Accounts in the list that are not paid from, of this key or others; absent when none. */
  listed?: readonly JoinedAccount[]
}

/** Longest list of accounts that are not paid from. */
const maxListed = 50

/** The choice for a key that has none stored. */
export const defaultChoice: AccountChoice = { main: 'roleBased', also: [], joined: [] }

const prefix = 'estuary.accounts.'
/** By {@link toAddressKey} of the owner. */
const useStore = create<Readonly<Record<string, AccountChoice>>>(readChoices)

// Everything was erased, or another tab changed a choice.
if (typeof window !== 'undefined')
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key.startsWith(prefix)) useStore.setState(readChoices(), true)
  })

/** The account choice of a key in this browser. */
export function getAccountChoice(owner: EvmAddress | undefined): AccountChoice {
  return findChoice(useStore.getState(), owner)
}

/** {@link getAccountChoice}, kept up to date. */
export function useAccountChoice(owner: EvmAddress | undefined): AccountChoice {
  return useStore((choices) => findChoice(choices, owner))
}

/** Changes the account choice of a key and stores it. */
export function chooseAccounts(owner: EvmAddress, choice: AccountChoice): void {
  const key = toAddressKey(owner)
  const clean = normalizeChoice(choice, owner)
  writeJson(prefix + key, clean)
  useStore.setState({ [key]: clean })
}

function findChoice(
  choices: Readonly<Record<string, AccountChoice>>,
  owner: EvmAddress | undefined,
): AccountChoice {
  return (owner && choices[toAddressKey(owner)]) ?? defaultChoice
}

function readChoices(): Record<string, AccountChoice> {
  return Object.fromEntries(
    findKeys(prefix).flatMap((key) => {
      const owner = EvmAddress.safeParse(key.slice(prefix.length)).data
      return owner === undefined ? [] : [[owner, parseChoice(readJson(key), owner)]]
    }),
  )
}

/** Reads a stored choice; anything else becomes the default. */
export function parseChoice(stored: unknown, owner: EvmAddress): AccountChoice {
  const { main, also, joined, listed } = isRecord(stored) ? stored : {}
  const list: readonly unknown[] = Array.isArray(also) ? also : []
  return normalizeChoice(
    {
      main: evmKinds.find((kind) => kind === main) ?? defaultChoice.main,
      also: evmKinds.filter((kind) => list.includes(kind)),
      joined: parseList(joined),
      listed: parseList(listed),
    },
    owner,
  )
}

/** Whether two entries of a set are the same account. */
export function isSameJoined(
  a: Pick<JoinedAccount, 'owner' | 'kind'>,
  b: Pick<JoinedAccount, 'owner' | 'kind'>,
): boolean {
  return a.kind === b.kind && isSameAddress(a.owner, b.owner)
}

/** Removes duplicates and the owner's own accounts from `joined`, and keeps {@link maxAccounts}. */
function normalizeChoice(choice: AccountChoice, owner: EvmAddress): AccountChoice {
  const { main, also, joined, listed = [] } = choice
  const own = [...new Set(also)].filter((kind) => kind !== main)
  const others = removeRepeated(joined)
    .filter((one) => !isSameAddress(one.owner, owner))
    .slice(0, maxAccounts - 1 - own.length)
  const members = [...[main, ...own].map((kind) => ({ owner, kind })), ...others]
  const idle = removeRepeated(listed)
    .filter((one) => !members.some((member) => isSameJoined(one, member)))
    .slice(0, maxListed)
  return { main, also: own, joined: others, ...(idle.length > 0 && { listed: idle }) }
}

function removeRepeated(accounts: readonly JoinedAccount[]): readonly JoinedAccount[] {
  return accounts.filter(
    (one, index) => accounts.findIndex((other) => isSameJoined(one, other)) === index,
  )
}

function parseList(value: unknown): readonly JoinedAccount[] {
  return Array.isArray(value) ? value.flatMap((one) => parseJoined(one) ?? []) : []
}

function parseJoined(value: unknown): JoinedAccount | undefined {
  if (!isRecord(value) || !isRecord(value['wallet'])) return undefined
  const owner = EvmAddress.safeParse(value['owner']).data
  const kind = evmKinds.find((one) => one === value['kind'])
  const { id, name } = value['wallet']
  if (owner === undefined || !kind || typeof id !== 'string' || typeof name !== 'string')
    return undefined
  return { owner, kind, wallet: { id, name } }
}
