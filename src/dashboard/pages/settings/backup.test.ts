import { act } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { devnet } from '#networks/devnet/devnet.ts'
import { getPreferences, setPreferences, watchPreferences } from '../../api/state/preferences.ts'
import { eraseStoredData } from '../../storedData.ts'
import { readAddressBook, saveContact } from '../quoting/recipient/addressBook.ts'
import { readBackup, restoreBackup, writeBackup } from './backup.ts'

afterEach(() => act(eraseStoredData))

const of = { network: devnet.name, savedAt: '2026-11-25T12:00:00.000Z' }
const context = { book: [], known: [], network: devnet }
const mira = {
  name: 'Mira',
  note: '',
  ecosystem: 'evm',
  address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
} as const
const [first, second] = [
  [`0x${'01'.repeat(32)}`, { signed: 1 }],
  [`0x${'02'.repeat(32)}`, { signed: 2 }],
]

function open(text: string) {
  const read = readBackup(text, context)
  if ('problem' in read) throw new Error(read.problem)
  return read
}

/** A backup of dark pages, one recipient and one signed quote. */
function save(): string {
  act(() => {
    setPreferences({ theme: 'dark', slippageBps: 50 })
    saveContact(mira)
    localStorage.setItem('estuary.signedQuotes', JSON.stringify([first]))
  })
  const text = writeBackup(of)
  act(eraseStoredData)
  return text
}

test('a backup is restored whole: settings replace, quotes and recipients are added', () => {
  watchPreferences()
  const text = save()
  expect(getPreferences().theme).toBe('system')
  localStorage.setItem('estuary.signedQuotes', JSON.stringify([second]))
  const read = open(text)
  expect(read.replaced).toEqual([{ part: 'settings', isKnown: false }])
  expect(read.book.added).toEqual([mira])
  expect(localStorage.getItem('estuary.addressBook')).toBeNull()
  act(() => restoreBackup(read))
  expect(getPreferences()).toMatchObject({ theme: 'dark', slippageBps: 50 })
  expect(readAddressBook()).toEqual([mira])
  expect(JSON.parse(localStorage.getItem('estuary.signedQuotes') ?? '')).toEqual([second, first])
  expect(open(text).replaced).toEqual([{ part: 'settings', isKnown: true }])
  expect([...open(text).quotes.values()].flat()).toEqual([])
})

test('keys, connections, pins and paid addresses in a file are never brought in', () => {
  const kept = [
    'wallet',
    'solana.app',
    'owner',
    'solana',
    'pin.devnet',
    'recipients',
    'signatures.1',
  ]
  const data = Object.fromEntries(kept.map((key) => [`estuary.${key}`, { a: 1 }]))
  const text = JSON.stringify({ type: 'estuary.backup', version: 1, ...of, data })
  act(() => restoreBackup(open(text)))
  expect(localStorage.length).toBe(0)
})

test.each([
  ['{"a":1}', /isn’t a backup of this app/],
  ['not JSON', /isn’t a backup of this app/],
  [JSON.stringify({ type: 'estuary.backup', version: 2, ...of, data: {} }), /Another version/],
  [
    JSON.stringify({ type: 'estuary.backup', version: 1, ...of, network: 'mirror', data: {} }),
    /from the network mirror, and this is devnet/,
  ],
])('%s is refused with a sentence', (text, problem) => {
  expect(readBackup(text, context)).toEqual({ problem: expect.stringMatching(problem) })
})
