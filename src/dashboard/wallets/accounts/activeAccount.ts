import { useSyncExternalStore } from 'react'

import { type EvmAddress, isSameAddress } from '#protocol/ids/caip.ts'
import type { AccountChoice } from './accountChoice.ts'
import { isEvmAddress } from '../requests/isEvmAddress.ts'
import { isRecord } from '#protocol/ids/isRecord.ts'

/** The key whose set of accounts the page works with, and the wallet that has it. */
export type ActiveAccount = { address: EvmAddress; walletId: string }

const storageKey = 'estuary.owner'
const listeners = new Set<() => void>()
let active = read()
let locks = 0

/** Works with the set of this key from now on, also after a reload. */
export function setActiveAccount(next: ActiveAccount): void {
  const { address, walletId } = active ?? {}
  if (address === next.address && walletId === next.walletId) return
  active = next
  try {
    localStorage.setItem(storageKey, JSON.stringify(next))
  } catch {
    // Storage is full or blocked: it holds until the page closes.
  }
  notify()
}

/**
 * Stays with the settled key whatever account comes to the front, while the person looks for further
 * ones in their wallets. @returns Lets go.
 */
export function lockActiveAccount(): () => void {
  locks += 1
  notify()
  let isHeld = true
  return () => {
    if (!isHeld) return
    isHeld = false
    locks -= 1
    notify()
  }
}

/** The settled key, and again whenever it changes. */
export function useActiveAccount(): ActiveAccount | undefined {
  return useSyncExternalStore(subscribe, () => active)
}

/** Whether the page stays with the settled key while accounts are being looked for. */
export function useIsActiveAccountLocked(): boolean {
  return useSyncExternalStore(subscribe, () => locks > 0)
}

/**
 * The connection of the settled key, if the page stays with it although its wallet, or another one,
 * shows `front`: an account of the same set is being asked to sign. Otherwise the page follows the
 * wallet.
 */
export function findActiveConnection<Connection extends { connector: { id: string } }>(
  owner: ActiveAccount | undefined,
  now: {
    front: EvmAddress | undefined
    connections: readonly Connection[]
    choice: AccountChoice
    isLocked: boolean
  },
): Connection | undefined {
  const { front, connections, choice, isLocked } = now
  if (!owner || front === undefined || isSameAddress(owner.address, front)) return undefined
  const belongs = choice.joined.some((one) => isSameAddress(one.owner, front))
  if (!isLocked && !belongs) return undefined
  return connections.find(({ connector }) => connector.id === owner.walletId)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function notify(): void {
  for (const listener of listeners) listener()
}

function read(): ActiveAccount | undefined {
  try {
    const parsed: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null')
    if (!isRecord(parsed)) return undefined
    const { address, walletId } = parsed
    return isEvmAddress(address) && typeof walletId === 'string' ? { address, walletId } : undefined
  } catch {
    // Storage is blocked, or it is somebody else's text.
    return undefined
  }
}
