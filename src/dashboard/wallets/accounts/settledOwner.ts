import { useSyncExternalStore } from 'react'

import { type EvmAddress, isSameAddress } from '#protocol/ids/caip.ts'
import type { AccountChoice } from './accountChoice.ts'
import { isEvmAddress } from '../requests/isEvmAddress.ts'
import { isRecord } from '#protocol/ids/isRecord.ts'

/** The key whose set of accounts the page works with, and the wallet that has it. */
export type SettledOwner = { address: EvmAddress; walletId: string }

const storageKey = 'estuary.owner'
const listeners = new Set<() => void>()
let settled = read()
let holds = 0

/** Works with the set of this key from now on, also after a reload. */
export function settleOwner(next: SettledOwner): void {
  const { address, walletId } = settled ?? {}
  if (address === next.address && walletId === next.walletId) return
  settled = next
  try {
    localStorage.setItem(storageKey, JSON.stringify(next))
  } catch {
    // Storage is full or blocked: it holds until the page closes.
  }
  changed()
}

/**
 * Stays with the settled key whatever account comes to the front, while the person looks for further
 * ones in their wallets. @returns Lets go.
 */
export function holdOwner(): () => void {
  holds += 1
  changed()
  let isHeld = true
  return () => {
    if (!isHeld) return
    isHeld = false
    holds -= 1
    changed()
  }
}

/** The settled key, and again whenever it changes. */
export function useSettledOwner(): SettledOwner | undefined {
  return useSyncExternalStore(subscribe, () => settled)
}

/** Whether the page stays with the settled key while accounts are being looked for. */
export function useIsOwnerHeld(): boolean {
  return useSyncExternalStore(subscribe, () => holds > 0)
}

/**
 * The connection of the settled key, if the page stays with it although its wallet, or another one,
 * shows `front`: an account of the same set is being asked to sign. Otherwise the page follows the
 * wallet.
 */
export function stayingConnection<Connection extends { connector: { id: string } }>(
  owner: SettledOwner | undefined,
  now: {
    front: EvmAddress | undefined
    connections: readonly Connection[]
    choice: AccountChoice
    isHeld: boolean
  },
): Connection | undefined {
  const { front, connections, choice, isHeld } = now
  if (!owner || front === undefined || isSameAddress(owner.address, front)) return undefined
  const belongs = choice.joined.some((one) => isSameAddress(one.owner, front))
  if (!isHeld && !belongs) return undefined
  return connections.find(({ connector }) => connector.id === owner.walletId)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function changed(): void {
  for (const listener of listeners) listener()
}

function read(): SettledOwner | undefined {
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
