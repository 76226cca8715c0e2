import { afterEach, expect, test } from 'vitest'

import { eraseStoredData, readStoredData } from '../../../../storedData.ts'
import {
  parseLibrary,
  readCallsEntry,
  removeEntry,
  saveEntry,
  toCallsEntry,
} from './callLibrary.ts'
import { blankCall, callSearch, type CallSearch } from '../callSearch.ts'

afterEach(() => localStorage.clear())

const to = '0x83b2483c479E0613DDa2f9FC1A949a4C42BC2E15'
const search: CallSearch = {
  ...callSearch.read(new URLSearchParams()),
  chain: 'eip155:71117002',
  calls: [
    { ...blankCall, to, data: '0x12345678', value: '0.5' },
    { ...blankCall, to, abi: 'erc20', fn: 'transfer(address,uint256)', args: [to, '5e6'] },
  ],
  tokens: [{ asset: 'a', amount: '5', spender: '' }],
  allowances: [],
}

function readStored() {
  return parseLibrary(readStoredData()['estuary.callLibrary'])
}

test('calls come back as they were saved, without their times and open call', () => {
  const open = {
    ...search,
    open: 1,
    validUntil: '99',
  }
  saveEntry(toCallsEntry('Weekly', { search: open, foreign: [] }))
  const [entry] = readStored()
  if (entry?.kind !== 'calls') throw new Error('Expected the calls.')
  expect(readCallsEntry(entry)).toEqual({ search, entered: callSearch.texts(search) })
})

test('saving does not confirm: what came by a link is foreign still', () => {
  const entry = toCallsEntry('Weekly', { search, foreign: ['0x12345678', 'gone'] })
  expect(entry.foreign).toEqual(['0x12345678'])
  const { entered } = readCallsEntry(entry)
  expect(entered).not.toContain('0x12345678')
  expect(entered).toContain('5e6')
})

test('a name is taken once for each kind, and entries go one by one', () => {
  saveEntry({ kind: 'abi', name: 'Vault', text: 'function a()' })
  saveEntry({ kind: 'abi', name: 'vault', text: 'function b()' })
  saveEntry(toCallsEntry('Vault', { search, foreign: [] }))
  expect(readStored().map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    'abi vault',
    'calls Vault',
  ])
  removeEntry({ kind: 'abi', name: 'VAULT', text: '' })
  expect(readStored().map(({ kind }) => kind)).toEqual(['calls'])
  eraseStoredData()
  expect(readStored()).toEqual([])
})

test('what is none of the library is left out', () => {
  const wrong = [null, {}, { kind: 'abi', name: ' ', text: '' }, { kind: 'calls', name: 'a' }]
  expect(parseLibrary(wrong)).toEqual([])
  expect(parseLibrary('x')).toEqual([])
  const stored = { kind: 'calls', name: ' a ', search: 'x=1', foreign: ['b', 1] }
  expect(parseLibrary([stored])).toEqual([
    { kind: 'calls', name: 'a', search: 'x=1', foreign: ['b'] },
  ])
})
