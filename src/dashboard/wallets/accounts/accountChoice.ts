import { useSyncExternalStore } from 'react'

import { toAddressKey } from '#protocol/accounts/account.ts'
import { type EvmAddress, isSameAddress } from '#protocol/ids/caip.ts'
import { isEvmAddress } from '../requests/isEvmAddress.ts'
import { isRecord } from '#protocol/ids/isRecord.ts'
import { type EvmKind, evmKinds } from './ownAccounts.ts'

/** An account of another key that joined the set, and the wallet that had the key then. */
export type JoinedAccount = {
  owner: EvmAddress
  kind: EvmKind
  wallet: { id: string; name: string }
}

/** Accounts are drawn together up to so many. Source: specification section 8. */
export const maxAccounts = 10

/** Which accounts are used while a key is connected. */
export type AccountChoice = {
  /** Receives, and makes the calls. */
  main: EvmKind
  /** Value may be drawn from these too; never holds `main`. */
  also: readonly EvmKind[]
  /** Value may be drawn from these accounts of other keys too, each of which signs for its own. */
  joined: readonly JoinedAccount[]
}

/** What a key starts with. */
export const defaultChoice: AccountChoice = { main: 'roleBased', also: [], joined: [] }

const prefix = 'estuary.accounts.'
const listeners = new Set<() => void>()
const choices = new Map<string, AccountChoice>()

/** The choice of a key as this browser remembers it. */
export function getAccountChoice(owner: EvmAddress | undefined): AccountChoice {
  if (owner === undefined) return defaultChoice
  const key = prefix + toAddressKey(owner)
  const choice = choices.get(key) ?? parseChoice(readStored(key), owner)
  choices.set(key, choice)
  return choice
}

/** {@link getAccountChoice}, and again whenever it changes. */
export function useAccountChoice(owner: EvmAddress | undefined): AccountChoice {
  return useSyncExternalStore(subscribe, () => getAccountChoice(owner))
}

/** Changes the choice of a key and remembers it. */
export function chooseAccounts(owner: EvmAddress, choice: AccountChoice): void {
  const key = prefix + toAddressKey(owner)
  const clean = normalizeChoice(choice, owner)
  choices.set(key, clean)
  try {
    localStorage.setItem(key, JSON.stringify(clean))
  } catch {
    // Storage is full or blocked: the choice holds until the page closes.
  }
  for (const listener of listeners) listener()
}

/** Reads the remembered choice of a key; what is not one becomes the default. */
export function parseChoice(text: string | null, owner: EvmAddress): AccountChoice {
  try {
    const parsed: unknown = JSON.parse(text ?? '{}')
    const { main, also, joined } = isRecord(parsed) ? parsed : {}
    const list: readonly unknown[] = Array.isArray(also) ? also : []
    const others: readonly unknown[] = Array.isArray(joined) ? joined : []
    return normalizeChoice(
      {
        main: evmKinds.find((kind) => kind === main) ?? defaultChoice.main,
        also: evmKinds.filter((kind) => list.includes(kind)),
        joined: others.flatMap((one) => parseJoined(one) ?? []),
      },
      owner,
    )
  } catch {
    // Somebody else's text.
    return defaultChoice
  }
}

/** Whether two entries of a set are the same account. */
export function isSameJoined(
  a: Pick<JoinedAccount, 'owner' | 'kind'>,
  b: Pick<JoinedAccount, 'owner' | 'kind'>,
): boolean {
  return a.kind === b.kind && isSameAddress(a.owner, b.owner)
}

/** Each account once, none of the key's own among the joined, and no more than may be drawn from. */
function normalizeChoice({ main, also, joined }: AccountChoice, owner: EvmAddress): AccountChoice {
  const own = [...new Set(also)].filter((kind) => kind !== main)
  const others = joined.filter(
    (one, index) =>
      !isSameAddress(one.owner, owner) &&
      joined.findIndex((other) => isSameJoined(one, other)) === index,
  )
  return { main, also: own, joined: others.slice(0, maxAccounts - 1 - own.length) }
}

function parseJoined(value: unknown): JoinedAccount | undefined {
  if (!isRecord(value) || !isRecord(value['wallet'])) return undefined
  const { owner } = value
  const kind = evmKinds.find((one) => one === value['kind'])
  const { id, name } = value['wallet']
  if (!isEvmAddress(owner) || !kind || typeof id !== 'string' || typeof name !== 'string')
    return undefined
  return { owner, kind, wallet: { id, name } }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    // Storage is blocked: nothing is remembered.
    return null
  }
}
