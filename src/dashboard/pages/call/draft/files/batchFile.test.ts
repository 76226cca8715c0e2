import { keccak256, stringToBytes } from 'viem'
import { expect, test } from 'vitest'

import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import type { FieldValue } from '#chains/evm/operation/callFields.ts'
import { parseBatch, serializeBatch } from './batchFile.ts'
import { blankCall, type CallDraft } from '../callSearch.ts'
import { parseDraft } from '../parseDraft.ts'

const { vault, weth } = devnetAddresses
const of = { chainNumber: 71_117_001, account: vault, nowMs: 1_800_000_000_000 }
const tuples =
  'function act((address to, uint256[] amounts, bool isFinal)[] legs, bytes32 key) payable'
const drafts: readonly CallDraft[] = [
  {
    to: vault,
    abi: 'function deposit(uint256 assets, address receiver)',
    fn: 'deposit(uint256,address)',
    args: ['123456789012345678901234567890', vault],
    data: undefined,
    value: '',
  },
  {
    to: vault,
    abi: tuples,
    fn: 'act((address,uint256[],bool)[],bytes32)',
    args: [
      [[weth, ['1', '340282366920938463463374607431768211456'], 'true']],
      `0x${'ab'.repeat(32)}`,
    ],
    data: undefined,
    value: '0.5',
  },
  { to: weth, abi: '', fn: '', args: [], data: '0xd0e30db0', value: '1.25' },
]

function serializeDrafts(): string {
  const text = serializeBatch(drafts.map(parseDraft), of)
  if (text === undefined) throw new Error('Expected a complete batch.')
  return text
}

function getCalls(calls: readonly CallDraft[]) {
  return calls.map(parseDraft).map(({ call, title }) => ({ call, title }))
}

test('what is exported comes back as the same calls, named as before', () => {
  const read = parseBatch(serializeDrafts())
  if (!('calls' in read)) throw new Error(read.error)
  expect(read).toMatchObject({ chainNumber: of.chainNumber, isChanged: false })
  expect(getCalls(read.calls)).toEqual(getCalls(drafts))
  expect(read.calls.map(({ value }) => value)).toEqual(['', '0.5', '1.25'])
})

test('a file that holds values instead of data is read by its functions', () => {
  const file: { transactions: { data: unknown }[] } = JSON.parse(serializeDrafts())
  for (const one of file.transactions.slice(0, 2)) one.data = null
  const read = parseBatch(JSON.stringify(file))
  if (!('calls' in read)) throw new Error(read.error)
  expect(getCalls(read.calls)).toEqual(getCalls(drafts))
  expect(read.isChanged, 'the checksum no longer fits').toBe(true)
})

/** A file as the Transaction Builder writes it, with one call of one function. */
function writeBuilderFile(inputs: readonly object[], values: string): string {
  const method = JSON.stringify({ name: 'act', payable: false, inputs })
  return `{"chainId":"1","transactions":[{"to":"${vault}","value":"0","data":null,"contractMethod":${method},"contractInputsValues":${values}}]}`
}

const legs = {
  name: 'v',
  type: 'tuple[]',
  components: [
    { name: 'to', type: 'address' },
    { name: 'amount', type: 'uint256' },
  ],
}
const big = '123456789012345678901'
const word = `0x${'ab'.repeat(32)}`

test.each<[object, unknown, FieldValue]>([
  [{ name: 'v', type: 'address[]' }, `[${vault}, ${weth}]`, [vault, weth]],
  [{ name: 'v', type: 'address[]' }, [vault, weth], [vault, weth]],
  [{ name: 'v', type: 'bytes32[]' }, `[${word}]`, [word]],
  [{ name: 'v', type: 'uint256[]' }, `[0x10, ${big}]`, ['0x10', big]],
  [{ name: 'v', type: 'uint256[][2]' }, '[[1,2],[]]', [['1', '2'], []]],
  [{ name: 'v', type: 'bool[]' }, '[True, False, 1]', ['true', 'false', 'true']],
  [{ name: 'v', type: 'bool[]' }, [true, false], ['true', 'false']],
  [{ name: 'v', type: 'bool' }, 'True', 'true'],
  [{ name: 'v', type: 'bool' }, true, 'true'],
  [{ name: 'v', type: 'bool' }, '1', 'true'],
  [{ name: 'v', type: 'string[]' }, '["a, 1, b"]', ['a, 1, b']],
  [{ name: 'v', type: 'string' }, '[a, b]', '[a, b]'],
  [
    legs,
    `[[${vault},1],[${weth},2]]`,
    [
      [vault, '1'],
      [weth, '2'],
    ],
  ],
  [legs, [{ amount: '1', to: vault }], [[vault, '1']]],
  [{ ...legs, type: 'tuple[][]' }, `[[{"to": "${vault}", "amount": "7"}]]`, [[[vault, '7']]]],
  [{ ...legs, type: 'tuple' }, `[${vault}, ${big}]`, [vault, big]],
  [{ ...legs, type: 'tuple' }, `(${vault}, ${big})`, [vault, big]],
  [{ name: 'v', type: 'address[]' }, '[]', []],
])('%j: %j is read as the Transaction Builder reads it', (input, written, value) => {
  const read = parseBatch(writeBuilderFile([input], JSON.stringify({ v: written })))
  expect('calls' in read ? read.calls[0]?.args : read).toEqual([value])
})

test.each(['receive', 'fallback'])('a transfer to %s has no data', (name) => {
  const file = writeBuilderFile([], 'null').replace('"act"', `"${name}"`)
  const read = parseBatch(file)
  expect('calls' in read && read.calls[0]).toMatchObject({ data: '0x', fn: '' })
})

test('coins without data or function are a plain transfer', () => {
  const sent = `{"to":"${vault}","value":"1000","data":null,"contractMethod":null}`
  const read = parseBatch(`{"chainId":"1","transactions":[${sent}]}`)
  expect('calls' in read && read.calls[0]).toMatchObject({
    data: '0x',
    value: '0.000000000000001',
  })
})

test.each([0, '0', null])('operation %j is a call', (operation) => {
  const call = { to: vault, value: '0', data: '0x', operation }
  expect(parseBatch(JSON.stringify({ chainId: '1', transactions: [call] }))).toHaveProperty('calls')
})

test('an amount that is a JSON number keeps each of its digits', () => {
  const input = { name: 'v', type: 'uint256' }
  const read = parseBatch(writeBuilderFile([input], `{"v":${big}}`))
  expect('calls' in read && read.calls[0]?.args).toEqual([big])
})

test.each<[object, string, string]>([
  [{ name: 'v', type: 'address[]' }, `{"v":"${vault}"}`, `v: “${vault}” is not address[]`],
  [{ name: 'v', type: 'address[]' }, '{"v":"[0x11"}', 'v: “[0x11” is not address[]'],
  [{ name: 'v', type: 'address[]' }, '{"v":""}', 'v: “” is not address[]'],
  [{ name: 'v', type: 'address[]' }, '{}', 'Call 1 has no value for its parameter v.'],
  [{ name: '', type: 'address[]' }, '{}', 'Call 1 has no value for its parameter 1.'],
  [{ name: 'v', type: 'address[]' }, '{"v":"[0x11]"}', 'v: Enter a full address'],
  [{ name: 'v', type: 'uint256[2]' }, '{"v":"[1]"}', 'v: “[1]” is not uint256[2]'],
  [{ name: 'v', type: 'bool' }, '{"v":"yes"}', 'v: “yes” is not bool'],
  [{ name: 'v', type: 'uint8' }, '{"v":"256"}', 'v: Doesn’t fit in 8 bits.'],
  [legs, `{"v":"[[${vault}]]"}`, 'is not (address,uint256)[]'],
  [{ name: 'v', type: 'function' }, '{"v":""}', 'Call 1: Entry 1, act, parameter 1: unknown type'],
])('%j: %s is refused by call and parameter', (input, values, problem) => {
  const read = parseBatch(writeBuilderFile([input], values))
  expect(read).toEqual({ error: expect.stringContaining(problem) })
})

test("the checksum is the Transaction Builder's: keys in order, the name left out", () => {
  // Written by hand from the rules: each object is its sorted keys followed by its values.
  const serialized = `{["chainId","createdAt","meta","transactions","version"]"1",1,{["name"]null,},[{["data","to","value"]"0x","${vault}","0",}],"1.0",}`
  const checksum = keccak256(stringToBytes(serialized))
  const file = {
    version: '1.0',
    chainId: '1',
    createdAt: 1,
    meta: { name: 'any', checksum },
    transactions: [{ to: vault, value: '0', data: '0x' }],
  }
  expect(parseBatch(JSON.stringify(file))).toMatchObject({ isChanged: false })
  const renamed = { ...file, meta: { name: 'other', checksum } }
  expect(parseBatch(JSON.stringify(renamed))).toMatchObject({ isChanged: false })
  expect(parseBatch(JSON.stringify({ ...file, createdAt: 2 }))).toMatchObject({ isChanged: true })
  const unsealed = { ...file, meta: { name: 'any', checksum: '' } }
  expect(parseBatch(JSON.stringify(unsealed))).toMatchObject({ isChanged: false })
})

test.each([
  ['nonsense', 'This isn’t a JSON file.'],
  ['[]', 'expected an object'],
  ['{"chainId":"1"}', 'lists no transactions'],
  ['{"chainId":"x","transactions":[{}]}', 'The chain is missing'],
  [`{"chainId":"1","transactions":[${'{},'.repeat(20)}{}]}`, 'This file has 21 calls'],
  ['{"chainId":"1","transactions":[7]}', 'Call 1 isn’t an object.'],
  [
    '{"chainId":"1","transactions":[{"to":"0x12"}]}',
    'Call 1 targets “0x12”, which isn’t an address.',
  ],
  [`{"chainId":"1","transactions":[{"to":"${vault}","value":"1.5","data":"0x"}]}`, '“1.5”'],
  [`{"chainId":"1","transactions":[{"to":"${vault}","data":"0xzz"}]}`, 'isn’t hex'],
  [
    `{"chainId":"1","transactions":[{"to":"${vault}","data":"0x","operation":1}]}`,
    'Call 1 is a delegate call',
  ],
  [`{"chainId":"1","transactions":[{"to":"${vault}"}]}`, 'neither data nor a readable function'],
])('%s is refused in words', (text, problem) => {
  expect(parseBatch(text)).toEqual({ error: expect.stringContaining(problem) })
})

test('a file that is nested without end is refused, and does not throw', () => {
  const deep = `${'['.repeat(9_000)}${']'.repeat(9_000)}`
  const text = `{"chainId":"1","meta":{"checksum":"0x"},"transactions":[{"to":"${vault}","data":"0x"}],"z":${deep}}`
  expect(parseBatch(text)).toEqual({ error: expect.stringContaining('This isn’t a batch') })
})

test('an incomplete call is not exported', () => {
  expect(serializeBatch([parseDraft({ ...blankCall, data: '0x' })], of)).toBeUndefined()
})
