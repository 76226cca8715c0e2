import { useMemo } from 'react'

import { cleanName } from '#protocol/ids/cleanName.ts'
import { isRecord } from '#protocol/ids/isRecord.ts'
import { buildSearchText } from '#dashboard/api/state/searchParameters.ts'
import { readJson } from '../../../../storedJson.ts'
import { useStoredText, writeText } from '../../../../storedText.ts'
import { callSearch, type CallSearch } from '../callSearch.ts'

/** What the user keeps under a name, in this browser only. */
export type LibraryEntry = {
  name: string
} & (
  | {
      kind: 'calls'
      /** The form as in the page's URL. */
      search: string
      /** Texts of it that came by a link or a file: they are confirmed before each signature. */
      foreign: readonly string[]
    }
  | { kind: 'abi'; text: string }
)

const key = 'estuary.callLibrary'
/** Longest name, in characters. */
export const maxEntryName = 40
/** Most entries of both kinds. */
export const maxEntries = 100

/** The library by name, kept up to date with changes by this tab and others. */
export function useCallLibrary(): readonly LibraryEntry[] {
  const text = useStoredText(key)
  return useMemo(() => parseLibrary(text === null ? null : readJson(key)), [text])
}

/**
 * Keeps an entry, in place of the one of its kind with its name.
 *
 * @throws Error when storage is full.
 */
export function saveEntry(entry: LibraryEntry): void {
  const others = readLibrary().filter((one) => !isSameEntry(one, entry))
  writeText(key, JSON.stringify([...others, entry]))
}

/** Removes an entry. */
export function removeEntry(entry: LibraryEntry): void {
  const others = readLibrary().filter((one) => !isSameEntry(one, entry))
  writeText(key, others.length === 0 ? null : JSON.stringify(others))
}

/** Whether two entries are of one kind and have one name, so that one takes the other's place. */
export function isSameEntry(
  one: Pick<LibraryEntry, 'kind' | 'name'>,
  other: Pick<LibraryEntry, 'kind' | 'name'>,
): boolean {
  return one.kind === other.kind && one.name.toLowerCase() === other.name.toLowerCase()
}

/** Keeps a form under a name: its calls and what they need, without its times. */
export function toCallsEntry(
  name: string,
  of: { search: CallSearch; foreign: readonly string[] },
): Extract<LibraryEntry, { kind: 'calls' }> {
  const kept = { ...of.search, open: 0, validAfter: '', validUntil: '' }
  const texts = callSearch.texts(kept)
  return {
    kind: 'calls',
    name,
    search: buildSearchText(callSearch, kept),
    foreign: of.foreign.filter((one) => texts.includes(one)),
  }
}

/** The form of saved calls, and its texts that count as entered here. */
export function readCallsEntry({
  search: text,
  foreign,
}: Extract<LibraryEntry, { kind: 'calls' }>): { search: CallSearch; entered: readonly string[] } {
  const search = callSearch.read(new URLSearchParams(text))
  return { search, entered: callSearch.texts(search).filter((one) => !foreign.includes(one)) }
}

/** Reads a stored library, sorted by name; what is none of it is left out. */
export function parseLibrary(stored: unknown): readonly LibraryEntry[] {
  const entries = Array.isArray(stored) ? stored.flatMap(parseEntry) : []
  return entries
    .filter((one, index) => !entries.slice(0, index).some((other) => isSameEntry(one, other)))
    .toSorted((a, b) => a.name.localeCompare(b.name))
}

function parseEntry(stored: unknown): LibraryEntry[] {
  const { name, kind, search, foreign, text }: Record<string, unknown> = isRecord(stored)
    ? stored
    : {}
  const named = { name: typeof name === 'string' ? cleanName(name, maxEntryName) : '' }
  if (named.name === '') return []
  if (kind === 'calls' && typeof search === 'string' && Array.isArray(foreign))
    return [{ ...named, kind, search, foreign: foreign.filter((one) => typeof one === 'string') }]
  return kind === 'abi' && typeof text === 'string' ? [{ ...named, kind, text }] : []
}

function readLibrary(): readonly LibraryEntry[] {
  return parseLibrary(readJson(key))
}
