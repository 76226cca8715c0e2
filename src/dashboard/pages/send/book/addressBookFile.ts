import { isRecord } from '#protocol/ids/isRecord.ts'
import { type Contact, parseContacts } from '../../quoting/recipient/addressBook.ts'
import { findContactProblem, type ContactContext } from './contactDraft.ts'

const type = 'estuary.address-book'

/** Writes saved recipients as the JSON of a file. */
export function serializeAddressBook(contacts: readonly Contact[]): string {
  return `${JSON.stringify({ type, version: 1, contacts }, undefined, 2)}\n`
}

/** What an imported file holds: recipients to add, and why others are not added. */
export type ImportedBook = {
  added: readonly Contact[]
  /** Saved before under the same name. */
  same: number
  refused: readonly { contact: Contact; problem: string }[]
}

/**
 * Reads a file of recipients; undefined when it is none. Nothing that is saved changes: an address
 * or name that is taken, and an address that looks like a known one, is refused.
 */
export function readAddressBookFile(
  text: string,
  context: ContactContext,
): ImportedBook | undefined {
  const contacts = parseFile(text)
  if (!contacts) return undefined
  const added: Contact[] = []
  const refused: { contact: Contact; problem: string }[] = []
  let same = 0
  for (const contact of contacts) {
    const book = [...context.book, ...added]
    const known = [...context.known, ...added.map(({ address }) => address)]
    if (context.book.some((one) => isSame(one, contact))) same += 1
    else {
      const problem = findContactProblem(contact, { ...context, book, known })
      if (problem) refused.push({ contact, problem: problem.text })
      else added.push(contact)
    }
  }
  return { added, same, refused }
}

function isSame(one: Contact, other: Contact): boolean {
  return one.address === other.address && one.name === other.name
}

function parseFile(text: string): readonly Contact[] | undefined {
  try {
    const json: unknown = JSON.parse(text)
    if (!isRecord(json) || json['type'] !== type || json['version'] !== 1) return undefined
    return parseContacts(json['contacts'])
  } catch {
    // Not JSON.
    return undefined
  }
}
