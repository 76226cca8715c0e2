import { z } from 'zod/mini'

import { AccountAddress, type ChainKind, isSameAddress } from '#protocol/ids/caip.ts'
import { cleanName } from '#protocol/ids/cleanName.ts'
import { listOf, persisted, usePersisted } from '../../../persisted.ts'

/** Where the address book is kept. */
export const addressBookKey = 'estuary.addressBook'
/** Longest name, in characters. */
export const maxNameLength = 40
/** Longest note, in characters. */
export const maxNoteLength = 200
/** Each typed address is compared with all of them. */
export const maxContacts = 500

/** A saved recipient. */
const Contact = z.pipe(
  z.object({ name: z.string(), note: z.catch(z.string(), ''), address: AccountAddress }),
  z.transform(({ name, note, address }) => {
    return {
      name: cleanName(name, maxNameLength),
      /** Empty without one. */
      note: cleanName(note, maxNoteLength),
      // Computed, not read: an address of another ecosystem must not look like one of this.
      ecosystem: getEcosystem(address),
      address,
    }
  }),
)
export type Contact = z.output<typeof Contact>

const kept = persisted(
  addressBookKey,
  z.pipe(
    listOf(Contact.check(z.refine(({ name }) => name !== ''))),
    z.transform((contacts) => contacts.toSorted((a, b) => a.name.localeCompare(b.name))),
  ),
  [],
)

/** The saved recipients by name, kept up to date with changes by this tab and others. */
export function useAddressBook(): readonly Contact[] {
  return usePersisted(kept)
}

/** The saved recipients by name. They stay in this browser and only the user adds to them. */
export function readAddressBook(): readonly Contact[] {
  return kept.get()
}

/**
 * Saves a recipient in place of the one with `replaced` or with the same address.
 *
 * @throws Error when storage is full.
 */
export function saveContact(contact: Contact, replaced: AccountAddress = contact.address): void {
  const others = readAddressBook().filter(
    ({ address }) => !isSameAddress(address, replaced) && !isSameAddress(address, contact.address),
  )
  kept.keep([...others, contact].slice(-maxContacts))
}

/** Removes a recipient. */
export function removeContact(removed: AccountAddress): void {
  const others = readAddressBook().filter(({ address }) => !isSameAddress(address, removed))
  kept.set(others.length === 0 ? undefined : others)
}

/** Finds the saved recipient with an address. */
export function findContact(book: readonly Contact[], address: string): Contact | undefined {
  return book.find((one) => isSameAddress(one.address, address))
}

/** The ecosystem of an address. */
export function getEcosystem(address: AccountAddress): ChainKind {
  return address.startsWith('0x') ? 'evm' : 'solana'
}
