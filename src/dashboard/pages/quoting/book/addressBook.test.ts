import { beforeEach, expect, test } from 'vitest'

import { devnet } from '#networks/devnet/devnet.ts'
import {
  type Contact,
  readAddressBook,
  removeContact,
  saveContact,
} from '../recipient/addressBook.ts'
import { readAddressBookFile, serializeAddressBook } from './addressBookFile.ts'
import { findContactProblem, toContact } from './contactDraft.ts'

const mira: Contact = {
  name: 'Mira',
  note: 'rent',
  ecosystem: 'evm',
  address: '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
}
/** Starts and ends like Mira's. */
const imitation = '0x90f700000000000000000000000000000000b906'
const pier: Contact = {
  name: 'Pier',
  note: '',
  ecosystem: 'solana',
  address: '7EqQdEULxWcraVx3mXKFjc84LhCkMGZCkRuDpvcMwJeK',
}

beforeEach(() => localStorage.clear())

function findProblem(draft: Partial<Contact>, edited?: Contact) {
  return findContactProblem(
    { name: 'New', note: '', address: '', ...draft },
    {
      book: [mira, pier],
      known: [mira.address, pier.address],
      network: devnet,
      edited: edited?.address,
    },
  )
}

test('recipients are kept by name, edited in place and removed', () => {
  saveContact(pier)
  saveContact(mira)
  expect(readAddressBook()).toEqual([mira, pier])
  const moved: Contact = { ...mira, address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }
  saveContact(moved, mira.address)
  expect(readAddressBook()).toEqual([moved, pier])
  removeContact(moved.address)
  removeContact(pier.address)
  expect(readAddressBook()).toEqual([])
  expect(localStorage.length).toBe(0)
})

test('stored text that is damaged counts as none, and an ecosystem is never read', () => {
  localStorage.setItem('estuary.addressBook', '{')
  expect(readAddressBook()).toEqual([])
  const stored = [{ ...mira, ecosystem: 'solana' }, { name: 'x', address: '0x12' }, 7]
  localStorage.setItem('estuary.addressBook', JSON.stringify(stored))
  expect(readAddressBook()).toEqual([mira])
})

test('a name or an address that is taken, a look-alike and our own contracts are refused', () => {
  expect(findProblem({ address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' })).toBeUndefined()
  expect(findProblem({ address: imitation })).toMatchObject({
    field: 'address',
    text: expect.stringContaining('starts and ends like'),
  })
  expect(findProblem({ address: mira.address })?.text).toContain('already saved as Mira')
  expect(findProblem({ address: `0x${'0'.repeat(40)}` })?.text).toContain('Nobody controls')
  expect(findProblem({ address: 'mira' })?.text).toContain('isn’t an address')
  expect(findProblem({ address: 'mira.sol' })?.text).toContain('can’t be looked up here')
  const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  expect(findProblem({ address, name: ' ' })).toMatchObject({ field: 'name' })
  expect(findProblem({ address, name: 'm'.repeat(40), note: 'n'.repeat(200) })).toBeUndefined()
  expect(findProblem({ address, name: 'm'.repeat(41) })).toEqual({
    field: 'name',
    text: 'Use at most 40 characters; this has 41.',
  })
  expect(findProblem({ address, note: 'n'.repeat(201) })).toMatchObject({ field: 'note' })
  expect(findProblem({ address, name: 'mira' })?.text).toContain('already used for another address')
  // The same person may have an address in each ecosystem.
  expect(findProblem({ address, name: 'Pier' })).toBeUndefined()
  expect(findProblem(mira, mira)).toBeUndefined()
})

test('an address is saved with its checksum', () => {
  const contact = toContact({ name: ' Mira ', note: '', address: mira.address.toLowerCase() })
  expect(contact).toMatchObject({ name: 'Mira', address: mira.address })
})

test('a file brings back what was exported, and cannot smuggle a look-alike in', () => {
  const context = { book: [mira], known: [mira.address], network: devnet }
  const file = serializeAddressBook([mira, pier])
  expect(readAddressBookFile(file, context)).toEqual({ added: [pier], same: 1, refused: [] })
  const backup = { savedAt: '', data: { 'estuary.addressBook': [mira, pier] } }
  const restored = readAddressBookFile(JSON.stringify(backup), context)
  expect(restored).toEqual({ added: [pier], same: 1, refused: [] })
  const planted = serializeAddressBook([
    { ...mira, name: 'Mira new', address: imitation },
    { ...mira, address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' },
  ])
  const read = readAddressBookFile(planted, context)
  expect(read?.added).toEqual([])
  expect(read?.refused.map(({ problem }) => problem)).toEqual([
    expect.stringContaining('starts and ends like'),
    expect.stringContaining('already used for another address'),
  ])
  // Two in one file that look alike: the second is refused.
  const twins = serializeAddressBook([mira, { ...mira, name: 'Twin', address: imitation }])
  const both = readAddressBookFile(twins, { book: [], known: [], network: devnet })
  expect(both?.added).toHaveLength(1)
  expect(both?.refused).toHaveLength(1)
  expect(readAddressBookFile('[]', context)).toBeUndefined()
  expect(readAddressBookFile('{', context)).toBeUndefined()
})

test('each row of a file that is left out is named with its reason', () => {
  const context = { book: [mira], known: [mira.address], network: devnet }
  const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  const contacts = [
    { name: 'Wrong', address: other.replace('70997970C', '70997970c') },
    { name: ' ', address: other },
    { name: 'Coin', address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' },
    7,
    { name: 'm'.repeat(41), address: other },
    { name: 'Pre\u200Bfixed', note: 'x\u202E', address: `eth:${other}` },
  ]
  const file = JSON.stringify({ type: 'estuary.address-book', version: 1, contacts })
  const read = readAddressBookFile(`\uFEFF${file}`, context)
  expect(read?.added).toEqual([{ name: 'Prefixed', note: 'x', ecosystem: 'evm', address: other }])
  expect(read?.refused).toEqual([
    { label: 'Wrong', problem: expect.stringContaining('Checksum') },
    { label: other, problem: 'Enter a name.' },
    { label: 'Coin', problem: expect.stringContaining('Bitcoin') },
    { label: 'row 4', problem: 'This isn’t an address.' },
    // Nothing of a name is cut off without a word.
    { label: 'm'.repeat(41), problem: 'Use at most 40 characters; this has 41.' },
  ])
})

test.each([
  [
    'titles in any order',
    'Name;Address;Note\n"Vault; ""old""";ADDR;cold\n',
    'Vault; "old"',
    'cold',
  ],
  ['a chain number', 'address,name,chainId\r\nADDR,Ada,1\r\nADDR,Ada,10\r\n', 'Ada', ''],
  ['no titles', 'ADDR,Ada,1', 'Ada', ''],
  ['the name first', 'Ada\tADDR', 'Ada', ''],
  ['a mark in a quoted name', 'ADDR,"Ada; L.",1', 'Ada; L.', ''],
  ['spaces and empty cells', 'address, name, chainId \nADDR, Ada, 56,,\n', 'Ada', ''],
])('a table of another program with %s is read', (_, table, name, note) => {
  const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  const context = { book: [mira], known: [mira.address], network: devnet }
  const read = readAddressBookFile(table.replaceAll('ADDR', address), context)
  expect(read?.added).toEqual([{ name, note, ecosystem: 'evm', address }])
  expect(read?.refused).toEqual([])
})

test('a row whose chain does not have its address is refused', () => {
  const table = `address,name,chain\n${pier.address},Pier,base\n${mira.address},Mira,base`
  const read = readAddressBookFile(table, { book: [], known: [], network: devnet })
  expect(read?.added).toEqual([{ ...mira, note: '' }])
  expect(read?.refused).toEqual([{ label: 'Pier', problem: 'This isn’t an address.' }])
})

test('a row with more cells than titles is refused: its name may hold a separator', () => {
  const table = `address,name,chainId\n${mira.address},Mira , rent,42161\n`
  const read = readAddressBookFile(table, { book: [], known: [], network: devnet })
  expect(read?.added).toEqual([])
  expect(read?.refused).toMatchObject([
    { label: 'Mira', problem: expect.stringContaining('more cells') },
  ])
})

test('a name that looks like a saved one, or like the app’s own words, is refused', () => {
  const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  for (const name of ['Mirа', 'Mi\u00ADra', 'M\u200Bira', 'Mlra', 'Ｍｉｒａ'])
    expect(findProblem({ address, name })?.text, name).toMatch(
      /another address|the name of another/,
    )
  for (const name of ['Paid before', 'Your аccount'])
    expect(findProblem({ address, name })?.text, name).toContain('This app itself says')
  expect(findProblem({ address, name: 'Mirabel' })).toBeUndefined()
  const contact = toContact({ name: 'A\u202Eda', note: 'a\u2066b\nc', address })
  expect(contact).toMatchObject({ name: 'Ada', note: 'ab c' })
  localStorage.setItem('estuary.addressBook', JSON.stringify([{ name: 'A\u200Bda', address }]))
  expect(readAddressBook()).toMatchObject([{ name: 'Ada' }])
})
