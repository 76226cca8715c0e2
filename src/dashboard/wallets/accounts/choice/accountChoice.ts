import { useMemo } from 'react'
import { z } from 'zod/mini'

import { toAddressKey } from '#protocol/accounts/account.ts'
import { EvmAddress, isSameAddress } from '#protocol/ids/caip.ts'
import { listOf, persistedBy, usePersisted } from '../../../persisted.ts'
import { type EvmKind, evmKinds } from './ownAccounts.ts'

/** An account of another key that joined the set, and the wallet that held the key at that time. */
const JoinedAccount = z.object({
  owner: EvmAddress,
  kind: z.enum(evmKinds),
  wallet: z.object({ id: z.string(), name: z.string() }),
})
export type JoinedAccount = z.output<typeof JoinedAccount>

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
  listed?: readonly JoinedAccount[] | undefined
}

/** Longest list of accounts that are not paid from. */
const maxListed = 50

/** The choice for a key that has none stored. */
export const defaultChoice: AccountChoice = { main: 'roleBased', also: [], joined: [] }

const Joined = z.catch(listOf(JoinedAccount), [])
const kept = persistedBy(
  'estuary.accounts.',
  z.object({
    main: z.catch(z.enum(evmKinds), defaultChoice.main),
    also: z.catch(listOf(z.enum(evmKinds)), []),
    joined: Joined,
    listed: z.optional(Joined),
  }),
  defaultChoice,
)

/** The account choice of a key in this browser. */
export function getAccountChoice(owner: EvmAddress | undefined): AccountChoice {
  return normalizeChoice(find(owner).get(), owner)
}

/** {@link getAccountChoice}, kept up to date. */
export function useAccountChoice(owner: EvmAddress | undefined): AccountChoice {
  const stored = usePersisted(find(owner))
  return useMemo(() => normalizeChoice(stored, owner), [stored, owner])
}

/** Changes the account choice of a key and stores it. */
export function chooseAccounts(owner: EvmAddress, choice: AccountChoice): void {
  find(owner).set(normalizeChoice(choice, owner))
}

function find(owner: EvmAddress | undefined) {
  return kept(owner === undefined ? 'none' : toAddressKey(owner))
}

/** Whether two entries of a set are the same account. */
export function isSameJoined(
  a: { owner: string; kind: EvmKind },
  b: { owner: string; kind: EvmKind },
): boolean {
  return a.kind === b.kind && isSameAddress(a.owner, b.owner)
}

/** Removes duplicates and the owner's own accounts from `joined`, and keeps {@link maxAccounts}. */
function normalizeChoice(choice: AccountChoice, owner = '') {
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

function removeRepeated(accounts: readonly JoinedAccount[]): JoinedAccount[] {
  return accounts.filter(
    (one, index) => accounts.findIndex((other) => isSameJoined(one, other)) === index,
  )
}
