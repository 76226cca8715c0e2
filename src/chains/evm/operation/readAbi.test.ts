import { toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'

import { vault4626Abi } from '#contracts/abi/vault4626.ts'
import type { AbiProblem } from './abiProblem.ts'
import { formatAbi } from './abiFunctions.ts'
import { readAbi } from './readAbi.ts'

function getSignatures(text: string): readonly string[] {
  const read = readAbi(text)
  return 'functions' in read ? read.functions.map(({ signature }) => signature) : []
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
  if ('problem' in read) throw new Error(read.problem.fault.kind)
  expect(readAbi(formatAbi(read))).toEqual(read)
})

const entry = { kind: 'entry', name: 'a', parameter: undefined } as const

test.each<[string, AbiProblem]>([
  ['', { fault: { kind: 'empty' }, place: undefined }],
  [
    '[{"a":1}\n{}]',
    {
      fault: { kind: 'json', line: 2, column: 1, expected: 'comma or ]', isEnd: false },
      place: undefined,
    },
  ],
  ['[]', { fault: { kind: 'noFunction' }, place: undefined }],
  [
    '{"status":"0","message":"NOTOK","result":"Contract source code not verified"}',
    {
      fault: { kind: 'signature' },
      place: { kind: 'line', number: 1, name: 'Contract source code not verified' },
    },
  ],
  ['[[]]', { fault: { kind: 'entry' }, place: { kind: 'entry', number: 1, name: '' } }],
  [
    '{"type":"function"}',
    { fault: { kind: 'noName' }, place: { kind: 'entry', number: 1, name: '' } },
  ],
  [
    '[{"type":"event"},{"type":"function","name":"a"}]',
    { fault: { kind: 'noInputs' }, place: { kind: 'entry', number: 2, name: 'a' } },
  ],
  [
    '{"type":"function","name":"a","inputs":[{"type":"bool"},{}]}',
    { fault: { kind: 'noType' }, place: { ...entry, number: 1, parameter: 2 } },
  ],
  [
    '{"type":"function","name":"a","inputs":[{"type":"tuple"}]}',
    { fault: { kind: 'noComponents' }, place: { ...entry, number: 1, parameter: 1 } },
  ],
  [
    '{"type":"function","name":"a","inputs":[{"type":"uint7"}]}',
    { fault: { kind: 'type', type: 'uint7' }, place: { ...entry, number: 1, parameter: 1 } },
  ],
  [
    '{"type":"function","name":"a","inputs":[],"outputs":[{"type":"x"}],"stateMutability":"view"}',
    { fault: { kind: 'type', type: 'x' }, place: { ...entry, number: 1 } },
  ],
  [
    'not json',
    { fault: { kind: 'signature' }, place: { kind: 'line', number: 1, name: 'not json' } },
  ],
  [
    'event Deposit(uint256 assets)\n\nsend(adress to)',
    {
      fault: { kind: 'type', type: 'adress' },
      place: { kind: 'line', number: 3, name: 'send(adress to)' },
    },
  ],
  [
    'a(uint256 address)',
    {
      fault: { kind: 'keyword', word: 'address' },
      place: { kind: 'line', number: 1, name: 'a(uint256 address)' },
    },
  ],
  [
    'a((uint256 b)',
    {
      fault: { kind: 'parentheses' },
      place: { kind: 'line', number: 1, name: 'a((uint256 b)' },
    },
  ],
])('%j is refused with the place and the reason', (text, problem) => {
  expect(readAbi(text)).toEqual({ problem })
})

test('functions that only read come with what they return', () => {
  const read = readAbi(
    'function quote(address a) view returns (uint256 price, (bool, int8)[] legs)',
  )
  if ('problem' in read) throw new Error(read.problem.fault.kind)
  expect(read.functions).toEqual([])
  expect(read.readers.map(({ outputs }) => outputs.map(({ name, type }) => [name, type]))).toEqual([
    [
      ['price', 'uint256'],
      ['legs', '(bool,int8)[]'],
    ],
  ])
  expect(readAbi(formatAbi(read))).toEqual(read)
})

test.each<[string, readonly string[], string]>([
  [
    '[{"constant":false,"payable":true,"inputs":[],"name":"buy","outputs":[]},{"constant":true,"inputs":[],"name":"price","outputs":[{"type":"uint256"}]}]',
    ['buy() payable', 'price()'],
    '',
  ],
  [
    '{"status":"1","message":"OK","result":"[{\\"type\\":\\"function\\",\\"name\\":\\"a\\",\\"inputs\\":[]}]"}',
    ['a()'],
    'result',
  ],
  [
    JSON.stringify({
      status: '1',
      result: [{ ABI: '[{"name":"a","inputs":[]}]', ContractName: 'A' }],
    }),
    ['a()'],
    'result[0].ABI',
  ],
  [
    JSON.stringify({
      errors: [],
      contracts: {
        'I.sol': { I: { abi: [] } },
        'A.sol': {
          A: { abi: [{ name: 'a', inputs: [] }], evm: {} },
          B: { abi: [{ name: 'b', inputs: [] }] },
        },
      },
      sources: {},
    }),
    ['a()', 'b()'],
    'A.sol:A, A.sol:B',
  ],
  [
    JSON.stringify({
      contracts: { 'A.sol:A': { abi: '[{"name":"a","inputs":[]}]' } },
      version: '0.4.24',
    }),
    ['a()'],
    'A.sol:A',
  ],
  [
    JSON.stringify({
      compiler: {},
      language: 'Solidity',
      output: { abi: [{ name: 'a', inputs: [] }], devdoc: {} },
    }),
    ['a()'],
    'output.abi',
  ],
  [JSON.stringify({ contractName: 'A', abi: '[{"name":"a","inputs":[]}]' }), ['a()'], 'abi'],
  [JSON.stringify(JSON.stringify([{ name: 'a', inputs: [] }])), ['a()'], ''],
  [
    "'use client';\n// generated\nexport const vaultAbi = [\n  { type: 'function', name: 'a', inputs: [{ name: 'x', type: 'uint256', }], stateMutability: 'payable' },\n] as const;\n",
    ['a(uint256) payable'],
    '',
  ],
  [
    "const abi = parseAbi([\n  'function a(uint x) external',\n  'error E()',\n])",
    ['a(uint256)'],
    '',
  ],
  [
    `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
interface IVault is IERC20 {
  struct Leg { IERC20 token; uint256 amount; }
  event Done(uint256 indexed id);
  /// @notice Takes; several lines.
  function deposit(
    IERC20 token, // what is paid
    uint256 assets,
    address payable receiver
  )
    external
    payable
    override(A, B)
    returns (uint256 shares);
  function legs(Leg[] calldata legs, bytes memory data) external virtual;
  function asset() external view returns (IERC20);
  function hidden(uint256 x) internal;
}`,
    ['deposit(address,uint256,address) payable', 'legs((address,uint256)[],bytes)', 'asset()'],
    '',
  ],
  [
    'contract A {\n  function a(uint256 x) public onlyOwner {\n    if (x > 1) { b(); }\n  }\n}',
    ['a(uint256)'],
    '',
  ],
  [
    '\uFEFFdeposit (uint256 assets , address receiver)\n  payable\n',
    ['deposit(uint256,address) payable'],
    '',
  ],
])('%s is read as people paste it', (text, signatures, source) => {
  const read = readAbi(text)
  if ('problem' in read) throw new Error(JSON.stringify(read.problem))
  const { functions, readers } = read
  expect([
    ...functions.map(({ signature, isPayable }) => `${signature}${isPayable ? ' payable' : ''}`),
    ...readers.map(({ signature }) => signature),
  ]).toEqual(signatures)
  expect(read).toMatchObject({ source, left: [] })
})

test('a function that cannot be encoded is left out and named, the others stay', () => {
  const text = JSON.stringify([
    { type: 'function', name: 'a', inputs: [{ type: 'bool' }, { type: 'function' }] },
    { type: 'function', name: 'b', inputs: [{ type: 'Pool.State storage' }] },
    { type: 'function', name: 'c', inputs: [], outputs: [{ type: 'x' }], stateMutability: 'view' },
    { type: 'function', name: 'd', inputs: [] },
    { type: 'error', name: 'E', inputs: [{ type: 'fixed128x18' }] },
  ])
  const place = { kind: 'entry', number: 1, name: 'a', parameter: 2 }
  expect(readAbi(text)).toMatchObject({
    functions: [{ signature: 'd()' }],
    readers: [],
    errors: [],
    left: [
      { fault: { kind: 'type', type: 'function' }, place },
      { fault: { kind: 'type', type: 'Pool.State storage' }, place: { name: 'b' } },
      { fault: { kind: 'type', type: 'x' }, place: { name: 'c' } },
      { fault: { kind: 'type', type: 'fixed128x18' }, place: { name: 'E' } },
    ],
  })
  const lines =
    'function a(uint256 x);\nfunction b(\n  Pool.State storage s\n);\nfunction c(Kind k)'
  expect(readAbi(lines)).toMatchObject({
    functions: [{ signature: 'a(uint256)' }],
    left: [
      { fault: { kind: 'type', type: 'Pool.State' }, place: { number: 2 } },
      { fault: { kind: 'type', type: 'Kind' }, place: { number: 5 } },
    ],
  })
})

test('names that are words of Solidity are dropped where lines are kept', () => {
  const item = { name: 'a', inputs: [{ name: 'address', type: 'uint256' }] }
  const read = readAbi(JSON.stringify([item]))
  if ('problem' in read) throw new Error(read.problem.fault.kind)
  expect(formatAbi(read)).toBe('function a(uint256)')
})

test.each([
  'claim(address)/',
  'function transfer',
  'a()\nfunction b',
  ' transfer',
  'transfer\u202E',
  '',
])('a function with the name "%s" is left out: its selector would be of another text', (name) => {
  const inputs = [{ name: 'to', type: 'address' }]
  const items = [name, '$a_1'].map((one) => ({ type: 'function', name: one, inputs }))
  expect(getSignatures(JSON.stringify(items))).toEqual(['$a_1(address)'])
})

test('types that are nested without end are refused', () => {
  const read = readAbi(`function act(uint256${'[]'.repeat(20)} a)`)
  expect('problem' in read && read.problem.fault).toEqual({ kind: 'nested' })
})

test.each([
  ['blanks', `${' '.repeat(60_000)}x`],
  ['empty comments', `${'/**/'.repeat(15_000)}x`],
  ['ends of lists', `${')'.repeat(60_000)}x`],
])('a long text of %s takes no long time', (_what, text) => {
  const startedMs = performance.now()
  readAbi(text)
  // A search of the rest of the text for each of its signs takes 20 seconds and more.
  expect(performance.now() - startedMs).toBeLessThan(3_000)
})

test.each<[string, (length: number) => string]>([
  ['comments that nothing ends', (length) => '/* '.repeat(length / 3)],
  ['comments in a list that nothing ends', (length) => `[${'/*,'.repeat(length / 3)}`],
  ['structs that nothing ends', (length) => 'struct A{'.repeat(length / 9)],
  ['headings without a body', (length) => 'interface '.repeat(length / 10)],
  ['results that nothing ends', (length) => `f() ${'returns ('.repeat(length / 9)}`],
  ['results in results', (length) => `f(${') returns ('.repeat(length / 11)}`],
  [
    'functions with a struct each',
    (length) => {
      const name = 'a'.repeat(300)
      const lines = Array.from(
        { length: length / 330 },
        (_, at) => `struct A${at}{bool ${name};} f${at}(A${at} x);`,
      )
      return lines.join('\n')
    },
  ],
])('four times as much text takes about four times as long to read: %s', (_, write) => {
  // By the square it is sixteen times, and seconds; half a second is the noise of a busy machine.
  expect(measureMs(write(160_000))).toBeLessThan(8 * measureMs(write(40_000)) + 500)
})

test('structs that double with every step are refused, and the others read', () => {
  const steps = Array.from({ length: 60 }, (_, at) => `struct A${at + 1}{A${at} a; A${at} b;}`)
  const text = `struct A0{bool a;}\n${steps.join('\n')}\nf(A60 x);\ng(A1 x);`
  const read = readAbi(text)
  expect(getSignatures(text)).toEqual(['g(((bool),(bool)))'])
  expect('left' in read && read.left.map(({ fault }) => fault.kind)).toEqual(['tooLong'])
})

/** The shortest of several runs, which other work on the machine disturbs least. */
function measureMs(text: string): number {
  const runs = Array.from({ length: 3 }, () => {
    const startedAt = performance.now()
    readAbi(text)
    return performance.now() - startedAt
  })
  return Math.min(...runs)
}
