import { expect, test } from 'vitest'

import { blankCall, callSearch } from '../callSearch.ts'
import {
  type LibraryEntry,
  maxEntries,
  parseLibrary,
  readCallsEntry,
  toCallsEntry,
} from './callLibrary.ts'
import { readLibraryFile, serializeLibrary } from './libraryFile.ts'

const to = '0x83b2483c479E0613DDa2f9FC1A949a4C42BC2E15'
const search = {
  ...callSearch.read(new URLSearchParams()),
  calls: [{ ...blankCall, to, data: '0x12345678' }],
}
const weekly = toCallsEntry('Weekly', { search, foreign: [] })
const vault: LibraryEntry = { kind: 'abi', name: 'Vault', text: 'function a()' }

test('what was exported comes back whole, and its calls are to be confirmed', () => {
  const read = readLibraryFile(serializeLibrary([weekly, vault]), [])
  if (typeof read === 'string') throw new Error(read)
  expect(read).toMatchObject({ same: 0, refused: [] })
  const [calls, abi] = read.added
  expect(abi).toEqual(vault)
  expect(calls).toMatchObject({ name: 'Weekly', search: weekly.search })
  expect(calls?.kind === 'calls' && readCallsEntry(calls).entered).toEqual([])
})

test('nothing that is saved is lost: a taken name is refused, the same again is nothing new', () => {
  const other = { ...vault, name: 'vault', text: 'function b()' }
  expect(readLibraryFile(serializeLibrary([weekly, other]), [weekly, vault])).toEqual({
    added: [],
    same: 1,
    refused: ['vault: this name is taken. The saved entry was kept.'],
  })
})

test('a file cannot bring a name that looks like a saved one, but the user’s own may look alike', () => {
  const planted = { ...vault, name: 'Vаu\u200Blt', text: 'function b()' }
  expect(readLibraryFile(serializeLibrary([planted]), [vault])).toMatchObject({
    added: [],
    refused: [expect.stringContaining('this name is taken')],
  })
  const own = ['Call 0', 'Call O', 'Call-0'].map((name) => ({ ...vault, name }))
  expect(parseLibrary(own)).toHaveLength(3)
})

test('each fault has its sentence', () => {
  expect(readLibraryFile('{', [])).toBe('This isn’t JSON.')
  expect(readLibraryFile('[]', [])).toBe('This isn’t a file of saved calls from this app.')
  const later = serializeLibrary([]).replace('"version": 1', '"version": 2')
  expect(readLibraryFile(later, [])).toBe('This file is from another version of this app.')
  const wrong = JSON.stringify({ type: 'estuary.call-library', version: 1, entries: [vault, 5] })
  expect(readLibraryFile(wrong, [])).toEqual({
    added: [vault],
    same: 0,
    refused: ['Entry 2 has no named calls or ABI.'],
  })
  const full = Array.from({ length: maxEntries }, (_, at) => ({ ...vault, name: `Vault ${at}` }))
  expect(readLibraryFile(serializeLibrary([vault]), full)).toMatchObject({
    refused: [`Vault: not added. The limit is ${maxEntries} entries.`],
  })
})
