import { z } from 'zod/mini'
import { create } from 'zustand'

import { EvmAddress, isSameAddress } from '#protocol/ids/caip.ts'
import type { AccountChoice } from '../choice/accountChoice.ts'
import { persisted, usePersisted } from '../../../persisted.ts'

/** The key whose set of accounts the page works with, and the id of its wallet. */
const ActiveAccount = z.object({ address: EvmAddress, walletId: z.string() })
export type ActiveAccount = z.output<typeof ActiveAccount>

const kept = persisted('estuary.owner', ActiveAccount, undefined)
const useLocks = create<{ count: number }>(() => ({ count: 0 }))

/** Selects the key whose set the page works with, also after a reload. */
export function setActiveAccount(next: ActiveAccount): void {
  const { address, walletId } = kept.get() ?? {}
  if (address === next.address && walletId === next.walletId) return
  kept.set(next)
}

/**
 * Keeps the active account, whichever account a wallet brings to the front, while the user looks
 * for further ones in their wallets. @returns Unlocks it.
 */
export function lockActiveAccount(): () => void {
  addLocks(1)
  let isLocked = true
  return () => {
    if (!isLocked) return
    isLocked = false
    addLocks(-1)
  }
}

/** The active account. */
export function useActiveAccount(): ActiveAccount | undefined {
  return usePersisted(kept)
}

/** Whether the active account is locked; see {@link lockActiveAccount}. */
export function useIsActiveAccountLocked(): boolean {
  return useLocks(({ count }) => count > 0)
}

/**
 * Finds the connection of the active account where the page keeps that account although a wallet
 * shows `front`: accounts are locked, or `front` belongs to the same list and was only
 * brought forward to sign. Undefined where the page follows the wallet.
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
  const { joined, listed = [] } = choice
  const belongs = [...joined, ...listed].some((one) => isSameAddress(one.owner, front))
  if (!isLocked && !belongs) return undefined
  return connections.find(({ connector }) => connector.id === owner.walletId)
}

function addLocks(change: 1 | -1): void {
  useLocks.setState(({ count }) => ({ count: count + change }))
}
