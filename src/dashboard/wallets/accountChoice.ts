import { useSyncExternalStore } from 'react'

import { addressKey } from '#protocol/account.ts'
import type { EvmAddress } from '#protocol/caip.ts'
import { type EvmKind, evmKinds } from './ownAccounts.ts'

/** Which of a key's accounts are used. */
export type AccountChoice = {
  /** Receives, and makes the calls. */
  main: EvmKind
  /** Value may be drawn from these too; never holds `main`. */
  also: readonly EvmKind[]
}

/** What a key starts with. */
export const defaultChoice: AccountChoice = { main: 'roleBased', also: [] }

const prefix = 'estuary.accounts.'
const listeners = new Set<() => void>()
const known = new Map<string, AccountChoice>()

/** The choice of a key as this browser remembers it. */
export function accountChoice(owner: EvmAddress | undefined): AccountChoice {
  if (owner === undefined) return defaultChoice
  const key = prefix + addressKey(owner)
  const choice = known.get(key) ?? readChoice(stored(key))
  known.set(key, choice)
  return choice
}

/** {@link accountChoice}, and again whenever it changes. */
export function useAccountChoice(owner: EvmAddress | undefined): AccountChoice {
  return useSyncExternalStore(subscribe, () => accountChoice(owner))
}

/** Changes the choice of a key and remembers it. */
export function chooseAccounts(owner: EvmAddress, choice: AccountChoice): void {
  const key = prefix + addressKey(owner)
  const clean = { ...choice, also: choice.also.filter((kind) => kind !== choice.main) }
  known.set(key, clean)
  try {
    localStorage.setItem(key, JSON.stringify(clean))
  } catch {
    // Storage is full or blocked: the choice holds until the page closes.
  }
  for (const listener of listeners) listener()
}

/** Reads a remembered choice; what is not one becomes the default. */
export function readChoice(text: string | null): AccountChoice {
  try {
    const parsed: unknown = JSON.parse(text ?? '{}')
    const { main, also }: Record<string, unknown> =
      typeof parsed === 'object' && parsed !== null ? { ...parsed } : {}
    const chosen = evmKinds.find((kind) => kind === main) ?? defaultChoice.main
    const list: readonly unknown[] = Array.isArray(also) ? also : []
    return {
      main: chosen,
      also: evmKinds.filter((kind) => kind !== chosen && list.includes(kind)),
    }
  } catch {
    // Somebody else's text.
    return defaultChoice
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    // Storage is blocked: nothing is remembered.
    return null
  }
}
