import { type AccountAddress, isSameAddress } from '#protocol/ids/caip.ts'
import { translate } from '../../../language/translate.ts'
import { findContact } from '../../quoting/recipient/addressBook.ts'
import { offerFound } from '../../quoting/recipient/offerFound.ts'
import type { NameLookup } from '../../quoting/recipient/useNameLookup.ts'
import type { KnownRecipients } from '../../quoting/recipient/useKnownRecipients.ts'

/** A known address as the list below the field offers it. */
export type OfferedAddress = {
  address: AccountAddress
  name: string
  detail: string
  /** The text that stands for it; the address when absent. */
  entry?: string
}

const maxOffers = 6

/**
 * Returns the known addresses that match the text: saved ones, then those paid before, then own accounts.
 * What a typed name points to comes last. Once an address is entered, none.
 */
export function findOffers(
  { book, paid, own }: KnownRecipients,
  typed: { text: string; isValid: boolean; lookup: NameLookup },
): readonly OfferedAddress[] {
  if (typed.isValid) return []
  const text = typed.text.trim().toLowerCase()
  const strangers = paid.filter((address) => !findContact(book, address))
  const others = own.filter((address) => !findContact(book, address))
  const known = [
    ...book.map(({ address, name, note }) => ({
      address,
      name,
      detail:
        (note && translate('Note: {note}', { note })) ||
        (paid.some((one) => isSameAddress(one, address)) ? translate('Paid before') : ''),
    })),
    ...strangers.map((address) => ({ address, name: translate('Paid before'), detail: '' })),
    ...others.map((address) => ({
      address,
      name: translate('Your account'),
      detail: address.startsWith('0x') ? translate('EVM chains') : 'Solana',
    })),
  ]
    .filter(({ address, name, detail }) =>
      [address, name, detail].some((one) => one.toLowerCase().includes(text)),
    )
    .slice(0, maxOffers)
  return [...known, ...offerFound(typed.lookup, { offered: known, book })]
}
