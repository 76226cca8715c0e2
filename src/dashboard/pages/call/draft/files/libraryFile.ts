import { isRecord } from '#protocol/ids/isRecord.ts'
import { toSkeleton } from '#protocol/ids/skeleton.ts'
import { translate } from '../../../../language/translate.ts'
import { callSearch } from '../callSearch.ts'
import { type LibraryEntry, maxEntries, parseLibrary } from './callLibrary.ts'

const type = 'estuary.call-library'

/** Writes saved calls and ABIs as the JSON of a file. */
export function serializeLibrary(entries: readonly LibraryEntry[]): string {
  return `${JSON.stringify({ type, version: 1, entries }, undefined, 2)}\n`
}

/** What an imported file holds: entries to add, and in a sentence each why others are not. */
export type ImportedLibrary = {
  added: readonly LibraryEntry[]
  /** Saved before under the same name, with the same content. */
  same: number
  refused: readonly string[]
}

/**
 * Reads a file of calls and ABIs. Nothing that is saved changes: an entry whose name is taken is
 * refused. The file's author chose its calls, so that each is confirmed before it is signed.
 *
 * @returns A sentence when the file is none.
 */
export function readLibraryFile(
  text: string,
  saved: readonly LibraryEntry[],
): ImportedLibrary | string {
  const entries = parseFile(text)
  if (typeof entries === 'string') return entries
  const added: LibraryEntry[] = []
  const refused: string[] = []
  let same = 0
  for (const [index, one] of entries.entries()) {
    const [entry] = parseLibrary([one])
    const other = entry && [...saved, ...added].find((known) => looksLike(known, entry))
    if (!entry)
      refused.push(
        translate('Entry {number} has no named calls or ABI.', {
          number: String(index + 1),
        }),
      )
    else if (other && isSameContent(other, entry)) same += 1
    else if (other)
      refused.push(
        translate('{name}: this name is taken. The saved entry was kept.', {
          name: entry.name,
        }),
      )
    else if (saved.length + added.length >= maxEntries)
      refused.push(
        translate('{name}: not added. The limit is {limit} entries.', {
          name: entry.name,
          limit: maxEntries,
        }),
      )
    else added.push(toForeign(entry))
  }
  return { added, same, refused }
}

/** Whether a name passes for another, which would open in its place. */
function looksLike(one: LibraryEntry, other: LibraryEntry): boolean {
  return one.kind === other.kind && toSkeleton(one.name) === toSkeleton(other.name)
}

function parseFile(text: string): readonly unknown[] | string {
  try {
    const json: unknown = JSON.parse(text)
    const isLibrary = isRecord(json) && json['type'] === type && Array.isArray(json['entries'])
    if (!isLibrary) return translate('This isn’t a file of saved calls from this app.')
    if (json['version'] !== 1) return translate('This file is from another version of this app.')
    const entries: readonly unknown[] = Array.isArray(json['entries']) ? json['entries'] : []
    return entries
  } catch {
    return translate('This isn’t JSON.')
  }
}

function isSameContent(one: LibraryEntry, other: LibraryEntry): boolean {
  return one.kind === 'calls'
    ? other.kind === 'calls' && one.search === other.search
    : other.kind === 'abi' && one.text === other.text
}

function toForeign(entry: LibraryEntry): LibraryEntry {
  if (entry.kind === 'abi') return entry
  const search = callSearch.read(new URLSearchParams(entry.search))
  return { ...entry, foreign: callSearch.texts(search) }
}
