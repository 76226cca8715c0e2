import { useMemo } from 'react'

import { type AccountAddress, isSameAddress } from '#protocol/ids/caip.ts'
import { useAccount } from '#dashboard/wallets/accounts/useAccount.ts'
import { translate } from '../../../language/translate.ts'
import { readSignedRecipients } from '../../signing/storage/signedRecipients.ts'
import { type Contact, findContact, useAddressBook } from './addressBook.ts'

/** Addresses to compare a recipient with. */
export type KnownRecipients = {
  /** Saved recipients, by name. */
  book: readonly Contact[]
  /** The accounts in use. */
  own: readonly AccountAddress[]
  /** Recipients that the accounts in use paid from this browser, latest first. */
  paid: readonly AccountAddress[]
  /** All of these. */
  all: readonly AccountAddress[]
}

/** Returns recipients that only the user can add to, never the service. */
export function useKnownRecipients(): KnownRecipients {
  const { accounts } = useAccount()
  const book = useAddressBook()
  return useMemo(() => {
    const own = accounts.map(({ accountAddress }) => accountAddress)
    const paid = readSignedRecipients(own)
    return { book, own, paid, all: [...book.map(({ address }) => address), ...paid, ...own] }
  }, [accounts, book])
}

/** Names a known address in the middle of a sentence: `Mira`, `your own account`. */
export function nameKnownAddress(
  address: string,
  { book, own }: Pick<KnownRecipients, 'book' | 'own'>,
): string {
  const contact = findContact(book, address)
  if (contact) return contact.name
  return own.some((one) => isSameAddress(one, address))
    ? translate('your own account')
    : translate('an address you’ve paid')
}
