import { z } from 'zod/mini'

import type { Network } from '#networks/network.ts'
import { isRecord } from '#protocol/ids/isRecord.ts'
import { Preferences } from '../../api/state/preferences.ts'
import { keepText, localStore } from '../../browserStores.ts'
import { translate } from '../../language/translate.ts'
import { announceChange, listOf, parseJson } from '../../persisted.ts'
import { readStoredData } from '../../storedData.ts'
import { AccountList } from '../../wallets/accounts/choice/accountList.ts'
import { type ImportedBook, readAddressBookFile } from '../quoting/book/addressBookFile.ts'
import type { ContactContext } from '../quoting/book/contactDraft.ts'
import { addressBookKey, saveContact } from '../quoting/recipient/addressBook.ts'

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

/** What of a backup takes the place of what this browser has. */
const Replacements = z.object({
  settings: z.optional(Preferences),
  hidden: z.optional(listOf(z.string())),
  accounts: z.optional(AccountList),
})
type Replacements = z.output<typeof Replacements>

/** What is replaced as a whole. */
export type ReplacedPart = keyof Replacements

/** What a backup holds that can be restored, or why it cannot be. */
export type ReadBackup =
  | { problem: string }
  | (Replacements & {
      savedAt: string
      /** Of what is replaced, what this browser has others of. */
      known: ReadonlySet<ReplacedPart>
      /** Signed quotes that this browser does not have, by where they are kept. */
      quotes: ReadonlyMap<string, readonly unknown[]>
      book: ImportedBook
    })

/**
 * What a backup may bring in, by key. Neither keys, connections and pinned instances, nor the accounts that
 * pay together and the addresses that were paid: who made the file would decide what is trusted here.
 */
const replacedKeys = {
  settings: 'estuary.preferences',
  hidden: 'estuary.hiddenAssets',
  accounts: 'estuary.accountList',
} as const satisfies Record<ReplacedPart, string>
/** The parts of {@link Replacements}, as they are listed. */
export const replacedParts = ['settings', 'hidden', 'accounts'] as const
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
  const replaced = Replacements.safeParse(
    Object.fromEntries(replacedParts.map((part) => [part, data[replacedKeys[part]]])),
  ).data
  if (!replaced) return { problem: translate('It’s damaged. Choose another backup.') }
  return {
    savedAt,
    ...replaced,
    known: new Set(replacedParts.filter((part) => localStore.getItem(replacedKeys[part]) !== null)),
    quotes: new Map(quoteKeys.map((key) => [key, findNew(key, data[key])])),
    book: readAddressBookFile(text, known) ?? { added: [], same: 0, refused: [] },
  }
}

/**
 * Keeps what a backup holds, and tells the parts of the app.
 *
 * @throws Error when storage is full; then all is as it was.
 */
export function restoreBackup(backup: Exclude<ReadBackup, { problem: string }>): void {
  const keys = [addressBookKey, ...Object.values(replacedKeys), ...quoteKeys]
  const before = keys.map((key) => [key, localStore.getItem(key)] as const)
  try {
    for (const contact of backup.book.added) saveContact(contact)
    for (const part of replacedParts)
      if (backup[part]) keepText(replacedKeys[part], JSON.stringify(backup[part]))
    for (const [key, lines] of backup.quotes)
      if (lines.length > 0) keepText(key, JSON.stringify([...readLines(key), ...lines]))
  } catch (cause) {
    for (const [key, text] of before)
      if (text === null) localStore.removeItem(key)
      else localStore.setItem(key, text)
    throw cause
  } finally {
    announceChange(null)
  }
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
