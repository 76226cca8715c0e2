import { act, render } from '@testing-library/react'
import { createElement } from 'react'
import { afterEach, expect, test, vi } from 'vitest'

import { devnet } from '#networks/devnet/devnet.ts'
import { getPreferences, setPreferences, watchPreferences } from '../../api/state/preferences.ts'
import { eraseStoredData } from '../../storedData.ts'
import { readAddressBook, saveContact } from '../quoting/recipient/addressBook.ts'
import { readBackup, restoreBackup, writeBackup } from './backup.ts'
import { RestoreQuestion } from './RestoreQuestion.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  act(eraseStoredData)
})

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

/** A backup with this under these keys. */
function write(data: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ type: 'estuary.backup', version: 1, ...of, data })
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
  expect([read.settings?.theme, [...read.known]]).toEqual(['dark', []])
  expect(read.book.added).toEqual([mira])
  expect(localStorage.getItem('estuary.addressBook')).toBeNull()
  act(() => restoreBackup(read))
  expect(getPreferences()).toMatchObject({ theme: 'dark', slippageBps: 50 })
  expect(readAddressBook()).toEqual([mira])
  expect(JSON.parse(localStorage.getItem('estuary.signedQuotes') ?? '')).toEqual([second, first])
  expect([...open(text).known]).toEqual(['settings'])
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
    // Accounts of any key could join the user's own by it.
    `accounts.${mira.address.toLowerCase()}`,
  ]
  const data = Object.fromEntries(kept.map((key) => [`estuary.${key}`, { a: 1 }]))
  act(() => restoreBackup(open(write(data))))
  expect(localStorage.length).toBe(0)
})

test('the question names each address to look at, and which limits there will be', () => {
  const text = write({
    'estuary.preferences': { slippageBps: 5000, confirmImpactBps: 300 },
    'estuary.accountList': {
      names: { [mira.address.toLowerCase()]: 'Savings' },
      order: [],
      watched: [mira.address, 'none'],
    },
  })
  const read = open(text)
  const question = createElement(RestoreQuestion, { read, onRestored: vi.fn(), onClose: vi.fn() })
  const { container } = render(question)
  expect(container.textContent).toContain(`Watch-only: Savings, ${mira.address}`)
  expect(container.textContent).toContain('50.0% slippage')
  expect(container.textContent).toContain('3% price impact')
  expect(container.textContent).toContain('40% fees')
  act(() => restoreBackup(read))
  // What is kept is what was read, not what the file has beside it.
  expect(JSON.parse(localStorage.getItem('estuary.accountList') ?? '')).toMatchObject({
    watched: [mira.address],
  })
})

test('where storage gets full in the middle, all stays as it was', () => {
  const read = open(save())
  const before = JSON.stringify([second])
  localStorage.setItem('estuary.signedQuotes', before)
  const storage = localStorage
  vi.stubGlobal('localStorage', {
    get length() {
      return storage.length
    },
    getItem: (key: string) => storage.getItem(key),
    setItem(key: string, value: string) {
      if (key === 'estuary.signedQuotes' && value !== before)
        throw new DOMException('full', 'QuotaExceededError')
      storage.setItem(key, value)
    },
    removeItem: (key: string) => storage.removeItem(key),
    clear: () => storage.clear(),
  })
  expect(() => act(() => restoreBackup(read))).toThrow('storage is full')
  expect(Object.keys(storage)).toEqual(['estuary.signedQuotes'])
  expect(storage.getItem('estuary.signedQuotes')).toBe(before)
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
