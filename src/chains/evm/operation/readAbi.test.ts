import { toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'

import { vault4626Abi } from '#contracts/abi/vault4626.ts'
import { formatAbi, readAbi } from './readAbi.ts'

function getSignatures(text: string): readonly string[] {
  const read = readAbi(text)
  return 'functions' in read ? read.functions.map(({ signature }) => signature) : [read.error]
}

test("a compiler's JSON gives its functions that change state, and counts the readers", () => {
  const read = readAbi(JSON.stringify(vault4626Abi))
  expect('functions' in read && read.functions.map(({ name }) => name)).toEqual([
    'approve',
    'deposit',
    'mint',
    'redeem',
    'transfer',
    'transferFrom',
    'withdraw',
  ])
  const readers = vault4626Abi.filter(
    (item) => item.type === 'function' && ['view', 'pure'].includes(item.stateMutability),
  )
  expect('readers' in read && read.readers).toBe(readers.length)
})

test('an artifact with an abi in it, a single item and a list of lines are read too', () => {
  const item = {
    type: 'function',
    name: 'act',
    inputs: [{ type: 'uint' }],
    stateMutability: 'payable',
  }
  for (const json of [{ abi: [item] }, [item], item])
    expect(getSignatures(JSON.stringify(json))).toEqual(['act(uint256)'])
  expect(getSignatures(JSON.stringify(['function act(uint256 a)']))).toEqual(['act(uint256)'])
})

test('lines are read with or without the word function, with structs and semicolons', () => {
  expect(getSignatures('deposit(uint256 assets, address receiver)')).toEqual([
    'deposit(uint256,address)',
  ])
  expect(getSignatures('function a(); function b(bool x) payable;')).toEqual(['a()', 'b(bool)'])
  expect(
    getSignatures(
      'struct Leg { address to; uint256[] amounts; }\nfunction act(Leg[2] legs, int8 x);',
    ),
  ).toEqual(['act((address,uint256[])[2],int8)'])
})

test('the selector is that of the signature with its types written out', () => {
  const read = readAbi('[{"type":"function","name":"act","inputs":[{"name":"a","type":"uint"}]}]')
  expect('functions' in read && read.functions[0]?.selector).toBe(
    toFunctionSelector('function act(uint256)'),
  )
})

test('the lines that are kept of an ABI give the same functions again', () => {
  const text =
    'function act((address to, (bool, int8)[] parts)[2] legs, bytes key) payable\nfunction b()'
  const read = readAbi(text)
  if ('error' in read) throw new Error(read.error)
  expect(readAbi(formatAbi(read))).toEqual(read)
})

test.each([
  ['', 'Paste an ABI.'],
  ['[{', /^This is no JSON: /],
  ['[]', 'There is no function in this ABI.'],
  ['{"type":"function"}', 'A function of this ABI has no name or no inputs.'],
  ['{"type":"function","name":"a","inputs":[{}]}', 'A parameter of this ABI has no type.'],
  [
    '{"type":"function","name":"a","inputs":[{"type":"tuple"}]}',
    'A tuple of this ABI has no components.',
  ],
  [
    '{"type":"function","name":"a","inputs":[{"type":"uint7"}]}',
    'This form does not know the type uint7.',
  ],
  [
    'function balanceOf(address) view returns (uint256)',
    'Its functions only read: there is nothing to call.',
  ],
  ['deposit(uint256', /./],
])('%j is refused with the reason', (text, reason) => {
  const read = readAbi(text)
  expect('error' in read && read.error).toMatch(reason)
})

test('types that are nested without end are refused', () => {
  const read = readAbi(`function act(uint256${'[]'.repeat(20)} a)`)
  expect('error' in read && read.error).toBe('Its types are nested too deeply.')
})
