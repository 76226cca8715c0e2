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
  /** The wallets that own these accounts; their addresses are none of them. */
  wallets: readonly AccountAddress[]
  /** Recipients that the accounts in use paid from this browser, latest first. */
  paid: readonly AccountAddress[]
  /** All of these. */
  all: readonly AccountAddress[]
}

/** Returns recipients that only the user can add to, never the service. */
export function useKnownRecipients(): KnownRecipients {
  const { accounts, members } = useAccount()
  const book = useAddressBook()
  return useMemo(() => {
    const own = accounts.map(({ accountAddress }) => accountAddress)
    const paid = readSignedRecipients(own)
    const wallets = [...new Set(members.map(({ owner }) => owner))]
    const saved = book.map(({ address }) => address)
    return { book, own, wallets, paid, all: [...saved, ...paid, ...own, ...wallets] }
  }, [accounts, book, members])
}

/** Names a known address in the middle of a sentence: `Mira`, `your own account`. */
export function nameKnownAddress(
  address: string,
  { book, own, wallets }: Pick<KnownRecipients, 'book' | 'own' | 'wallets'>,
): string {
  const contact = findContact(book, address)
  if (contact) return contact.name
  if (own.some((one) => isSameAddress(one, address))) return translate('your own account')
  return wallets.some((one) => isSameAddress(one, address))
    ? translate('your own wallet')
    : translate('an address you’ve paid')
}
