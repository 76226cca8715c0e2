import { z } from 'zod/mini'

import type { Network } from '#networks/network.ts'
import { isRecord } from '#protocol/ids/isRecord.ts'
import { keepText, localStore } from '../../browserStores.ts'
import { translate } from '../../language/translate.ts'
import { announceChange, parseJson } from '../../persisted.ts'
import { readStoredData } from '../../storedData.ts'
import { type ImportedBook, readAddressBookFile } from '../quoting/book/addressBookFile.ts'
import type { ContactContext } from '../quoting/book/contactDraft.ts'
import { saveContact } from '../quoting/recipient/addressBook.ts'

const type = 'estuary.backup'
const version = 1

const Backup = z.object({
  network: z.string(),
  savedAt: z.string(),
  data: z.record(z.string(), z.unknown()),
})

/** Writes all that this browser keeps, but for keys, as the JSON of a file. */
export function writeBackup(of: { network: string; savedAt: string }): string {
  return `${JSON.stringify({ type, version, ...of, data: readStoredData() }, null, 2)}\n`
}

/** What a backup holds that can be restored, or why it cannot be. */
export type ReadBackup =
  | { problem: string }
  | {
      savedAt: string
      /** Kept in place of what this browser has under the same keys. */
      settings: Readonly<Record<string, unknown>>
      /** What the names of these are, and whether this browser has others. */
      replaced: readonly { part: ReplacedPart; isKnown: boolean }[]
      /** Signed quotes that this browser does not have, by where they are kept. */
      quotes: ReadonlyMap<string, readonly unknown[]>
      book: ImportedBook
    }

/** What is replaced as a whole. */
export type ReplacedPart = 'settings' | 'hidden' | 'accounts'

/**
 * What a backup may bring in, by key. Neither keys, connections and pinned instances, nor the addresses
 * that were paid: who made the file would decide what is trusted here.
 */
const replacedKeys: Readonly<Record<ReplacedPart, RegExp>> = {
  settings: /^estuary\.preferences$/,
  hidden: /^estuary\.hiddenAssets$/,
  accounts: /^estuary\.(?:accountList|accounts\.0x[0-9a-f]{40})$/i,
}
const quoteKeys = ['estuary.signedQuotes', 'estuary.signedAmounts', 'estuary.sentCalls'] as const

/** Reads a backup of this app, of this version and network; nothing is kept yet. */
export function readBackup(
  text: string,
  known: Omit<ContactContext, 'network'> & { network: Network },
): ReadBackup {
  const json = parseJson(text)
  if (!isRecord(json) || json['type'] !== type)
    return {
      problem: translate(
        'It isn’t a backup of this app. Choose a file named estuary-data-….json that was saved here.',
      ),
    }
  const { data: backup } = Backup.safeParse(json)
  if (json['version'] !== version || !backup)
    return {
      problem: translate('Another version of this app saved it. Restore it there instead.'),
    }
  const { network, savedAt, data } = backup
  if (network !== known.network.name)
    return {
      problem: translate('It is from the network {other}, and this is {name}.', {
        other: network,
        name: known.network.name,
      }),
    }
  const parts = (['settings', 'hidden', 'accounts'] as const).map((part) => ({
    part,
    entries: Object.entries(data).filter(
      ([key, value]) => replacedKeys[part].test(key) && typeof value === 'object' && value !== null,
    ),
  }))
  return {
    savedAt,
    settings: Object.fromEntries(parts.flatMap(({ entries }) => entries)),
    replaced: parts
      .filter(({ entries }) => entries.length > 0)
      .map(({ part, entries }) => ({
        part,
        isKnown: entries.some(([key]) => localStore.getItem(key) !== null),
      })),
    quotes: new Map(quoteKeys.map((key) => [key, findNew(key, data[key])])),
    book: readAddressBookFile(text, known) ?? { added: [], same: 0, refused: [] },
  }
}

/**
 * Keeps what a backup holds, and tells the parts of the app.
 *
 * @throws Error when storage is full.
 */
export function restoreBackup(backup: Exclude<ReadBackup, { problem: string }>): void {
  for (const contact of backup.book.added) saveContact(contact)
  for (const [key, value] of Object.entries(backup.settings)) keepText(key, JSON.stringify(value))
  for (const [key, lines] of backup.quotes)
    if (lines.length > 0) keepText(key, JSON.stringify([...readLines(key), ...lines]))
  announceChange(null)
}

/** The lines of quotes that this browser has none of. */
function findNew(key: string, lines: unknown): readonly unknown[] {
  const own = new Set(readLines(key).map(([id]) => id))
  return toLines(lines).filter(([id]) => !own.has(id))
}

function toLines(json: unknown): readonly (readonly unknown[])[] {
  return Array.isArray(json) ? json.filter((line) => Array.isArray(line) && line.length === 2) : []
}

function readLines(key: string): readonly (readonly unknown[])[] {
  return toLines(parseJson(localStore.getItem(key) ?? 'null'))
}
