import { useMemo } from 'react'

import { isSameAddress } from '#protocol/ids/caip.ts'
import { chooseAccounts, useAccountChoice } from './choice/accountChoice.ts'
import {
  type AccountEntry,
  activateEntry,
  type EntryId,
  toChoice,
  toEntries,
} from './choice/accountEntries.ts'
import { useOwner } from './owner/useOwner.ts'
import { useConnectedKeys } from './owner/useWalletChoices.ts'

type Entries = readonly [AccountEntry, ...AccountEntry[]]

/** The EVM accounts of the list, the active one first; undefined without a connected key. */
export function useAccountEntries(): Entries | undefined {
  const { address, wallet, connectorName } = useOwner()
  const choice = useAccountChoice(address)
  const id = wallet?.id
  return useMemo(
    () =>
      address &&
      toEntries(choice, { owner: address, wallet: { id: id ?? '', name: connectorName ?? '' } }),
    [address, choice, id, connectorName],
  )
}

/** Stores a changed list for the key of its active account. */
export function saveEntries(entries: Entries): void {
  chooseAccounts(entries[0].owner, toChoice(entries))
}

/**
 * Returns a function that finds how to make an account the active one, with the list as it is, or
 * the only one that is paid from; undefined where the wallet of its key is not connected.
 */
export function useActivate(): (
  id: EntryId,
  isAlone?: boolean,
) => (() => Promise<void>) | undefined {
  const entries = useAccountEntries()
  const { address } = useOwner()
  const keys = useConnectedKeys()
  return (id, isAlone = false) => {
    const next = entries && activateEntry(entries, { id, isAlone })
    const isOwn = address !== undefined && isSameAddress(address, id.owner)
    const key = keys.find((one) => isSameAddress(one.address, id.owner))
    if (!next || (!isOwn && !key)) return undefined
    return async () => {
      saveEntries(next)
      if (!isOwn) await key?.activate()
    }
  }
}
