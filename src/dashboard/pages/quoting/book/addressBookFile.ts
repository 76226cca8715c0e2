import { z } from 'zod/mini'

import { isSameAddress } from '#protocol/ids/caip.ts'
import { cleanName } from '#protocol/ids/cleanName.ts'
import { readPastedAddress } from '#protocol/ids/pastedAddress.ts'
import { translate } from '../../../language/translate.ts'
import { parseJson } from '../../../persisted.ts'
import { addressBookKey, type Contact } from '../recipient/addressBook.ts'
import {
  type ContactContext,
  type ContactDraft,
  findContactProblem,
  toContact,
} from './contactDraft.ts'

const type = 'estuary.address-book'

/** Writes saved recipients as the JSON of a file. */
export function serializeAddressBook(contacts: readonly Contact[]): string {
  return `${JSON.stringify({ type, version: 1, contacts }, undefined, 2)}\n`
}

/** What an imported file holds: recipients to add, and why the others are not added. */
export type ImportedBook = {
  added: readonly Contact[]
  /** Saved before under the same name, or twice in the file. */
  same: number
  /** By name, else by address or place in the file. */
  refused: readonly { label: string; problem: string }[]
}

/**
 * Reads a file of recipients, ours in JSON, a backup or a table (CSV) of another program; undefined when it is
 * none. Nothing that is saved changes: an address or name that is taken, and one that looks like a known
 * one, is refused.
 */
export function readAddressBookFile(
  text: string,
  context: ContactContext,
): ImportedBook | undefined {
  const source = text.replace(/^\uFEFF/, '')
  const drafts: readonly FileDraft[] | undefined =
    Book.safeParse(parseJson(source)).data ?? readTable(source)
  if (!drafts) return undefined
  const added: Contact[] = []
  const refused: { label: string; problem: string }[] = []
  let same = 0
  for (const [index, draft] of drafts.entries()) {
    if (draft.fault !== undefined) {
      refused.push({ label: toLabel(draft, index), problem: draft.fault })
      continue
    }
    const book = [...context.book, ...added]
    const known = [...context.known, ...added.map(({ address }) => address)]
    const contact = toContact(draft)
    if (contact && book.some((one) => isSame(one, contact))) same += 1
    else {
      const problem = findContactProblem(draft, { ...context, book, known })
      if (problem) refused.push({ label: toLabel(draft, index), problem: problem.text })
      else if (contact) added.push(contact)
    }
  }
  return { added, same, refused }
}

/** A recipient of a file; `fault`: why its row cannot be trusted. */
type FileDraft = ContactDraft & { fault?: string }

function isSame(one: Contact, other: Contact): boolean {
  return isSameAddress(one.address, other.address) && one.name === other.name
}

function toLabel({ name, address }: ContactDraft, index: number): string {
  const [first] = [name, address].map((one) => cleanName(one, one.length)).filter(Boolean)
  if (first !== undefined) return first.length > 64 ? `${first.slice(0, 64)}\u2026` : first
  return translate('row {number}', { number: index + 1 })
}

const Text = z.catch(z.string(), '')
const Draft = z.catch(z.object({ name: Text, note: Text, address: Text }), toDraft({}))
/** Our own file, or a backup of all local data. */
const Book = z.union([
  z.pipe(
    z.object({ data: z.object({ [addressBookKey]: z.array(Draft) }) }),
    z.transform(({ data }) => data[addressBookKey] ?? []),
  ),
  z.pipe(
    z.object({
      type: z.literal(type),
      version: z.literal(1),
      contacts: z.catch(z.array(Draft), []),
    }),
    z.transform(({ contacts }) => contacts),
  ),
])

/** Titles of columns, as address books of other programs name them. */
const titles = {
  address: /^(?:wallet |account |public )?address$|^adresse$/i,
  name: /^(?:name|label|alias|nickname|contact|title)$/i,
  note: /^(?:note|notes|memo|description|notiz)$/i,
  chain: /^(?:chain|chain ?id|network|blockchain)$/i,
}

/** Reads a table with a line of titles; without one, name and address come first, then the chain. */
function readTable(text: string): readonly FileDraft[] | undefined {
  const rows = splitTable(text)
  const [first = []] = rows
  const titled = findColumns(first, (cell, title) => titles[title].test(cell))
  const address = first.findIndex((cell) => readPastedAddress(cell).kind === 'address')
  const isTitled = titled.address !== -1
  if (!isTitled && address === -1) return undefined
  const columns = isTitled ? titled : { address, name: address === 0 ? 1 : 0, note: -1, chain: 2 }
  return rows.slice(isTitled ? 1 : 0).map((cells) => ({
    ...toDraft({
      name: cells[columns.name],
      note: cells[columns.note],
      address: withChain(cells[columns.address] ?? '', cells[columns.chain] ?? ''),
    }),
    // A name with a separator, not in quotes, moves what comes after it.
    ...(isTitled &&
      cells.slice(first.length).some((cell) => cell !== '') && { fault: tooManyCells }),
  }))
}

const tooManyCells = translate(
  'It has more cells than the first row. Put names with a separator in quotes.',
)

function findColumns(
  cells: readonly string[],
  isTitle: (cell: string, title: keyof typeof titles) => boolean,
): Record<keyof typeof titles, number> {
  function find(title: keyof typeof titles): number {
    return cells.findIndex((cell) => isTitle(cell, title))
  }
  return {
    address: find('address'),
    name: find('name'),
    note: find('note'),
    chain: find('chain'),
  }
}

/** Holds the chain that a row names, by number or short name, against its address. */
function withChain(address: string, chain: string): string {
  if (chain === '' || address.includes(':')) return address
  const named = /^\d+$/.test(chain) ? `eip155:${chain}` : chain.toLowerCase()
  const whole = `${named}:${address}`
  // A chain that this app does not know says nothing against an address.
  return readPastedAddress(whole).kind === 'none' ? whole : address
}

/** Splits comma-, semicolon- or tab-separated text into rows of cells. Source: RFC 4180. */
function splitTable(text: string): readonly (readonly string[])[] {
  const [line = ''] = text.split(/\r?\n/, 1)
  const unquoted = line.replaceAll(/"[^"]*"/g, '')
  const separator = [';', '\t', ','].find((one) => unquoted.includes(one)) ?? ','
  const cell = new RegExp(`("(?:[^"]|"")*"|[^${separator}\r\n]*)(${separator}|\r?\n|$)`, 'gy')
  const rows: string[][] = [[]]
  for (const [, raw = '', end = ''] of text.matchAll(cell)) {
    rows.at(-1)?.push((raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw).trim())
    if (end === '') break
    if (end !== separator) rows.push([])
  }
  return rows.filter((cells) => cells.some((one) => one !== ''))
}

function toDraft(cells: { [title in keyof ContactDraft]?: string | undefined }): ContactDraft {
  const { name = '', note = '', address = '' } = cells
  return { name, note, address }
}
