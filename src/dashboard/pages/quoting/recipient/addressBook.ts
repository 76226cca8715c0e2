import { useMemo } from 'react'

import { AccountAddress, type ChainKind, isSameAddress } from '#protocol/ids/caip.ts'
import { cleanName } from '#protocol/ids/cleanName.ts'
import { isRecord } from '#protocol/ids/isRecord.ts'
import { readText, useStoredText, writeText } from '../../../storedText.ts'

/** A saved recipient. */
export type Contact = {
  name: string
  /** Empty without one. */
  note: string
  ecosystem: ChainKind
  address: AccountAddress
}

/** Where the address book is kept. */
export const addressBookKey = 'estuary.addressBook'
/** Longest name, in characters. */
export const maxNameLength = 40
/** Longest note, in characters. */
export const maxNoteLength = 200
/** Each typed address is compared with all of them. */
export const maxContacts = 500

/** The saved recipients by name, kept up to date with changes by this tab and others. */
export function useAddressBook(): readonly Contact[] {
  const text = useStoredText(addressBookKey)
  return useMemo(() => parseContacts(parseJson(text)), [text])
}

/** The saved recipients by name. They stay in this browser and only the user adds to them. */
export function readAddressBook(): readonly Contact[] {
  return parseContacts(parseJson(readText(addressBookKey)))
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
  writeText(addressBookKey, JSON.stringify([...others, contact].slice(-maxContacts)))
}

/** Removes a recipient. */
export function removeContact(removed: AccountAddress): void {
  const others = readAddressBook().filter(({ address }) => !isSameAddress(address, removed))
  writeText(addressBookKey, others.length === 0 ? null : JSON.stringify(others))
}

/** Finds the saved recipient with an address. */
export function findContact(book: readonly Contact[], address: string): Contact | undefined {
  return book.find((one) => isSameAddress(one.address, address))
}

/** The ecosystem of an address. */
export function getEcosystem(address: AccountAddress): ChainKind {
  return address.startsWith('0x') ? 'evm' : 'solana'
}

/** Reads saved recipients out of JSON, sorted by name; what is not one is left out. */
export function parseContacts(json: unknown): readonly Contact[] {
  const contacts = Array.isArray(json) ? json.flatMap(parseContact) : []
  return contacts.toSorted((a, b) => a.name.localeCompare(b.name))
}

function parseContact(json: unknown): Contact[] {
  if (!isRecord(json)) return []
  const address = AccountAddress.safeParse(json['address'])
  const [name, note] = [json['name'], json['note']].map((one) =>
    typeof one === 'string' ? one : '',
  )
  const cleaned = cleanName(name ?? '', maxNameLength)
  if (!address.success || cleaned === '') return []
  return [
    {
      name: cleaned,
      note: cleanName(note ?? '', maxNoteLength),
      // Computed, not read: an address of another ecosystem must not look like one of this.
      ecosystem: getEcosystem(address.data),
      address: address.data,
    },
  ]
}

function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    // Not written by this app.
    return null
  }
}
