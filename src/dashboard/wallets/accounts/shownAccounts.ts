import { createContext, useContext } from 'react'

import type { AccountAddress } from '#protocol/ids/caip.ts'
import { useAccount } from './useAccount.ts'

/** The address that is only looked at; undefined where the user's own accounts are shown. */
export const WatchedAddressContext = createContext<AccountAddress | undefined>(undefined)

/**
 * The accounts whose balances a page shows: an address that is only looked at, or else the user's
 * own. Nothing is ever signed for the former, which is why {@link useAccount} does not know it.
 */
export function useShownAccounts(): readonly { accountAddress: AccountAddress }[] {
  const watched = useContext(WatchedAddressContext)
  const { accounts } = useAccount()
  return watched === undefined ? accounts : [{ accountAddress: watched }]
}

/** Whether a page shows an address that is only looked at. */
export function useIsWatching(): boolean {
  return useContext(WatchedAddressContext) !== undefined
}
