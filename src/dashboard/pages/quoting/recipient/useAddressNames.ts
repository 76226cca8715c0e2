import { useMemo } from 'react'

import { toAddressKey } from '#protocol/accounts/account.ts'
import { useNamedAccounts } from '#dashboard/wallets/accounts/accountNames.ts'
import { useAddressBook } from './addressBook.ts'

/** What addresses are called here, by their key: saved recipients as they were saved, own accounts. */
export function useAddressNames(): ReadonlyMap<string, string> {
  const own = useNamedAccounts()
  const book = useAddressBook()
  return useMemo(
    () =>
      new Map([
        ...own.map(({ key, name }) => [key, name] as const),
        ...book.map(({ address, name }) => [toAddressKey(address), name] as const),
      ]),
    [own, book],
  )
}
