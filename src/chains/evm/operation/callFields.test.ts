import fc from 'fast-check'
import { encodeFunctionData, parseAbi } from 'viem'
import { expect, test } from 'vitest'

import {
  decodeCallFields,
  createEmptyValue,
  encodeCall,
  fitValue,
  type FieldProblem,
  type FieldValue,
} from './callFields.ts'
import { getRuns } from '#testing/campaign.ts'
import type { CallFunction } from './abiFunctions.ts'
import { readAbi } from './readAbi.ts'

function getFunction(line: string): CallFunction {
  const read = readAbi(line)
  const [first] = 'functions' in read ? read.functions : []
  if (!first) throw new Error('no function')
  return first
}

function getProblems(line: string, values: readonly FieldValue[]) {
  const encoded = encodeCall(getFunction(line), values)
  return 'errors' in encoded ? encoded.errors : []
}

/** A Solidity type with valid values as typed text. */
type Sample = { type: string; value: fc.Arbitrary<FieldValue> }

const digits = '0123456789abcdef'.split('')

function getHex(bytes: { minLength: number; maxLength: number }): fc.Arbitrary<string> {
  return fc
    .array(
      fc.constantFrom(...digits).chain((a) => fc.constantFrom(...digits).map((b) => a + b)),
      bytes,
    )
    .map((pairs) => `0x${pairs.join('')}`)
}

const plainSample: fc.Arbitrary<Sample> = fc.oneof(
  fc.integer({ min: 1, max: 32 }).map((bytes) => ({
    type: `uint${bytes * 8}`,
    value: fc.bigInt({ min: 0n, max: 2n ** BigInt(bytes * 8) - 1n }).map(String),
  })),
  fc.integer({ min: 1, max: 32 }).map((bytes) => ({
    type: `int${bytes * 8}`,
    value: fc
      .bigInt({ min: -(2n ** BigInt(bytes * 8 - 1)), max: 2n ** BigInt(bytes * 8 - 1) - 1n })
      .map(String),
  })),
  fc.integer({ min: 1, max: 32 }).map((size) => ({
    type: `bytes${size}`,
    value: getHex({ minLength: size, maxLength: size }),
  })),
  fc.constant({ type: 'address', value: getHex({ minLength: 20, maxLength: 20 }) }),
  fc.constant({ type: 'bool', value: fc.constantFrom('true', 'false') }),
  fc.constant({ type: 'string', value: fc.string({ unit: 'grapheme' }) }),
  fc.constant({ type: 'bytes', value: getHex({ minLength: 0, maxLength: 70 }) }),
)

/** Types nested up to three deep, with arrays of fixed and of variable length. */
const { sample } = fc.letrec<{ sample: Sample }>((tie) => ({
  sample: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    plainSample,
    fc.array(tie('sample'), { minLength: 1, maxLength: 3 }).map((parts) => ({
      type: `(${parts.map(({ type }) => type).join(',')})`,
      value: fc.tuple(...parts.map(({ value }) => value)),
    })),
    tie('sample').map(({ type, value }) => ({
      type: `${type}[]`,
      value: fc.array(value, { maxLength: 3 }),
    })),
    fc.tuple(tie('sample'), fc.integer({ min: 1, max: 3 })).map(([{ type, value }, length]) => ({
      type: `${type}[${length}]`,
      value: fc.array(value, { minLength: length, maxLength: length }),
    })),
  ),
}))

const sampleCall = fc.array(sample, { maxLength: 4 }).chain((fields) =>
  fc.record({
    line: fc.constant(`function act(${fields.map(({ type }) => type).join(', ')})`),
    values: fc.tuple(...fields.map(({ value }) => value)),
  }),
)

test('what is typed into any ABI comes back from the data it is encoded to', () => {
  fc.assert(
    fc.property(sampleCall, ({ line, values }) => {
      const form = getFunction(line)
      const encoded = encodeCall(form, values)
      if ('errors' in encoded) throw new Error(JSON.stringify(encoded.errors))
      const typed = decodeCallFields(form, encoded.data)
      expect(lowerCased(typed ?? [])).toEqual(lowerCased(values))
      expect(encodeCall(form, typed ?? [])).toEqual(encoded)
      expect(
        fitValue({ name: '', type: '', shape: { kind: 'tuple', fields: form.fields } }, values),
      ).toEqual(values)
    }),
    getRuns({ test: 60, campaign: 300 }),
  )
})

/** Decoded addresses are checksummed; elsewhere case only matters in strings. */
function lowerCased(value: FieldValue): FieldValue {
  if (typeof value === 'string')
    return /^0x[0-9a-f]{40}$/i.test(value) ? value.toLowerCase() : value
  return value.map(lowerCased)
}

test('the data is what another encoder gives for the same arguments', () => {
  const line =
    'function act((address to, uint256[] amounts)[2] legs, bytes32 key, string note, int16 shift) payable'
  const to = '0x83b2483c479E0613DDa2f9FC1A949a4C42BC2E15'
  const key = `0x${'ab'.repeat(32)}` as const
  const encoded = encodeCall(getFunction(line), [
    [
      [to, ['1', '2.5e6']],
      [to.toLowerCase(), []],
    ],
    key,
    'für alle',
    '-7',
  ])
  expect(encoded).toEqual({
    data: encodeFunctionData({
      abi: parseAbi([line]),
      args: [
        [
          { to, amounts: [1n, 2_500_000n] },
          { to, amounts: [] },
        ],
        key,
        'für alle',
        -7,
      ],
    }),
  })
})

test('an amount with a unit is exact, and one with too many decimals is refused', () => {
  const line = 'function act(uint256 amount)'
  function data(value: string) {
    return encodeCall(getFunction(line), [value])
  }
  expect(data('2500.5e6')).toEqual(data('2500500000'))
  expect(data('0.000001e6')).toEqual(data('1'))
  expect(data('0x0a')).toEqual(data('10'))
  expect(getProblems(line, ['0.0000001e6'])).toEqual([
    { path: '0', problem: { kind: 'decimals', most: 6 } },
  ])
  expect(getProblems(line, ['1.5'])).toEqual([{ path: '0', problem: { kind: 'fraction' } }])
})

test.each<[string, string, FieldProblem]>([
  ['uint8', '256', { kind: 'bits', bits: 8 }],
  ['uint256', '-1', { kind: 'negative' }],
  ['int8', '-129', { kind: 'least', least: -128n }],
  ['uint256', '', { kind: 'noNumber' }],
  ['uint256', 'e6', { kind: 'noNumber' }],
  ['uint256', 'ten', { kind: 'number' }],
  ['address', '', { kind: 'noAddress' }],
  ['address', '0x83b2', { kind: 'address' }],
  ['address', '0x83b2483c479e0613DDa2f9FC1A949a4C42BC2E15', { kind: 'checksum' }],
  ['bool', 'yes', { kind: 'bool' }],
  ['bytes', '0xabc', { kind: 'hex' }],
  ['bytes', 'abcd', { kind: 'hex' }],
  ['bytes4', '0xabcdef', { kind: 'size', size: 4, actual: 3 }],
])('a value of %s that is %j is refused with the reason', (type, value, problem) => {
  expect(getProblems(`function act(${type} a)`, [value])).toEqual([{ path: '0', problem }])
})

test('each problem names the place of its field', () => {
  const line = 'function act((uint8 a, address[] b) c, uint256[2] d)'
  expect(getProblems(line, [['300', ['0x1']], ['1']]).map(({ path }) => path)).toEqual([
    '0.0',
    '0.1.0',
    '1',
  ])
})

test('data of another function, cut data and data with slack are not read', () => {
  const form = getFunction('function act(uint256 a)')
  const encoded = encodeCall(form, ['7'])
  const data = 'data' in encoded ? encoded.data : '0x'
  expect(decodeCallFields(form, data)).toEqual(['7'])
  expect(decodeCallFields(form, `0x00000000${data.slice(10)}`)).toBeUndefined()
  expect(decodeCallFields(form, `0x${data.slice(2, -2)}`)).toBeUndefined()
  expect(decodeCallFields(form, `${data}00`)).toBeUndefined()
})

test('what a value lacks of its field is added, part by part', () => {
  const { fields } = getFunction('function act((uint8 a, bool b) c, string[2] d)')
  const [tuple, list] = fields
  expect(tuple && fitValue(tuple, ['5'])).toEqual(['5', 'false'])
  expect(tuple && fitValue(tuple, '')).toEqual(['', 'false'])
  expect(list && fitValue(list, ['x'])).toEqual(['x', ''])
  expect(list && createEmptyValue(list)).toEqual(['', ''])
})

test.each<[string, FieldValue]>([
  ['function act(address[] a)', '[0x11]'],
  ['function act((uint8 b) a)', 'text'],
  ['function act((uint8 b) a)', ['1', '2']],
  ['function act(string a)', ['x']],
])('%s: %j is an error, never an empty value', (line, value) => {
  const fn = getFunction(line)
  const [field] = fn.fields
  const fitted = field && fitValue(field, value)
  expect(fitted).toEqual(value)
  expect(getProblems(line, [fitted ?? ''])[0]).toEqual({ path: '0', problem: { kind: 'shape' } })
})

test('items are never cut to what fits', () => {
  const [field] = getFunction('function act(uint8[2] a)').fields
  const fitted = field && fitValue(field, ['1', '2', '3'])
  expect(getProblems('function act(uint8[2] a)', [fitted ?? ''])).toEqual([
    { path: '0', problem: { kind: 'items', count: 2 } },
  ])
})
