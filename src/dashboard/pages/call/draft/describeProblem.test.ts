import { expect, test } from 'vitest'

import { encodeCall, type FieldProblem } from '#chains/evm/operation/callFields.ts'
import { readAbi } from '#chains/evm/operation/readAbi.ts'
import { describeAbiProblem, describeFieldProblem } from './describeProblem.ts'

test.each([
  ['', 'Paste an ABI.'],
  ['[{', 'The JSON ends early on line 1. Expected a name in double quotes. Paste all of it.'],
  ['[{"a":1}\n{}]', 'Invalid JSON on line 2, character 1. Expected a comma or ].'],
  ['{"a":"1" 2}', 'Invalid JSON on line 1, character 10. Expected a comma or }.'],
  ['[]', 'This ABI has no functions.'],
  ['[{}]', 'Entry 1: not an ABI entry: expected an object with a type.'],
  ['{"type":"function"}', 'Entry 1: the function has no name.'],
  ['[{"type":"event"},{"type":"function","name":"a"}]', 'Entry 2, a: the function has no inputs.'],
  [
    '{"type":"function","name":"a","inputs":[{"type":"bool"},{"type":"uint7"}]}',
    'Entry 1, a, parameter 2: unknown type uint7.',
  ],
  [
    'not json',
    'Line 1, “not json”: expected a function, such as deposit(uint256 assets, address receiver).',
  ],
  ['event Sent(address to)\n\nsend(adress to)', 'Line 3, “send(adress to)”: unknown type adress.'],
  [
    'a(uint256 address)',
    'Line 1, “a(uint256 address)”: “address” is a Solidity keyword and can’t be a name.',
  ],
  [
    'a(uint256 b',
    'Line 1, “a(uint256 b”: expected a function, such as deposit(uint256 assets, address receiver).',
  ],
  ['a(bool indexed b)', 'Line 1, “a(bool indexed b)”: “indexed” isn’t allowed there.'],
])('%j is refused with the place and the reason', (text, sentence) => {
  const read = readAbi(text)
  expect('problem' in read && describeAbiProblem(read.problem)).toBe(sentence)
})

test.each<[string, FieldProblem]>([
  ['Doesn’t fit in 8 bits.', { kind: 'bits', bits: 8 }],
  ['Must be at least -128.', { kind: 'least', least: -128n }],
  ['Use at most 6 decimals.', { kind: 'decimals', most: 6 }],
  ['Must be exactly 4 bytes; this has 3.', { kind: 'size', size: 4, actual: 3 }],
  ['Must be exactly 1 byte; this has 3.', { kind: 'size', size: 1, actual: 3 }],
  ['Needs exactly 1 item.', { kind: 'items', count: 1 }],
  ['Use at most 256 items.', { kind: 'manyItems', most: 256 }],
])('what is wrong with a field is said: %s', (sentence, problem) => {
  expect(describeFieldProblem(problem)).toBe(sentence)
})

test('an empty field is asked for by its kind', () => {
  const read = readAbi('function act(uint8 a, address b)')
  const [fn] = 'functions' in read ? read.functions : []
  const encoded = fn ? encodeCall(fn, ['', '']) : { errors: [] }
  const said =
    'errors' in encoded ? encoded.errors.map((one) => describeFieldProblem(one.problem)) : []
  expect(said).toEqual(['Enter a number.', 'Enter an address.'])
})
