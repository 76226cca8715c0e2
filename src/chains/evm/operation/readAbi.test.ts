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
  expect('readers' in read && read.readers).toHaveLength(readers.length)
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
  ['[{', 'The JSON stops in line 1, where a name in double quotes is expected. Paste all of it.'],
  ['[{"a":1}\n{}]', 'This is no JSON: in line 2, at character 1, a comma or ] is expected.'],
  ['[]', 'There is no function in this ABI.'],
  ['[7]', 'Entry 1 is no part of an ABI: an object with a type is expected.'],
  ['{"type":"function"}', 'Entry 1 is a function without a name.'],
  ['[{"type":"error"},{"type":"function","name":"a"}]', 'Entry 2, a is a function without inputs.'],
  [
    '{"type":"function","name":"a","inputs":[{"type":"bool"},{}]}',
    'Entry 1, a: parameter 2: it has no type.',
  ],
  [
    '{"type":"function","name":"a","inputs":[{"type":"tuple"}]}',
    'Entry 1, a: parameter 1: a tuple needs components.',
  ],
  [
    '{"type":"function","name":"a","inputs":[{"type":"uint7"}]}',
    'Entry 1, a: parameter 1: there is no type uint7.',
  ],
  [
    'not json',
    'Line 1, “not json”: a function is expected, such as deposit(uint256 assets, address receiver).',
  ],
  [
    'deposit(uint256 assets)\n\nsend(adress to)',
    'Line 3, “send(adress to)”: Type "adress" is not a valid ABI type.',
  ],
  [
    'a(uint256 address)',
    'Line 1, “a(uint256 address)”: "address" is a protected Solidity keyword.',
  ],
])('%j is refused with the place and the reason', (text, reason) => {
  const read = readAbi(text)
  expect('error' in read && read.error).toBe(reason)
})

test('functions that only read come with what they return', () => {
  const read = readAbi(
    'function quote(address a) view returns (uint256 price, (bool, int8)[] legs)',
  )
  if ('error' in read) throw new Error(read.error)
  expect(read.functions).toEqual([])
  expect(read.readers.map(({ outputs }) => outputs.map(({ name, type }) => [name, type]))).toEqual([
    [
      ['price', 'uint256'],
      ['legs', '(bool,int8)[]'],
    ],
  ])
  expect(readAbi(formatAbi(read))).toEqual(read)
})

test('types that are nested without end are refused', () => {
  const read = readAbi(`function act(uint256${'[]'.repeat(20)} a)`)
  expect('error' in read && read.error).toContain('its types are nested too deeply.')
})
