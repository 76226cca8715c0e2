import { expect, test } from 'vitest'

import { encodeCall, type FieldProblem } from '#chains/evm/operation/callFields.ts'
import { readAbi } from '#chains/evm/operation/readAbi.ts'
import { describeAbiProblem, describeFieldProblem } from './describeProblem.ts'

test.each([
  ['', 'Paste an ABI.'],
  ['[{', 'The JSON stops in line 1. Expected there: a name in double quotes. Paste all of it.'],
  ['[{"a":1}\n{}]', 'No JSON in line 2, at character 1. Expected there: a comma or ].'],
  ['{"a":"1" 2}', 'No JSON in line 1, at character 10. Expected there: a comma or }.'],
  ['[]', 'There is no function in this ABI.'],
  ['[{}]', 'Entry 1: no part of an ABI, which is an object with a type.'],
  ['{"type":"function"}', 'Entry 1: a function without a name.'],
  ['[{"type":"event"},{"type":"function","name":"a"}]', 'Entry 2, a: a function without inputs.'],
  [
    '{"type":"function","name":"a","inputs":[{"type":"bool"},{"type":"uint7"}]}',
    'Entry 1, a, parameter 2: there is no type uint7.',
  ],
  [
    'not json',
    'Line 1, “not json”: a function is expected, such as deposit(uint256 assets, address receiver).',
  ],
  [
    'event Sent(address to)\n\nsend(adress to)',
    'Line 3, “send(adress to)”: there is no type adress.',
  ],
  [
    'a(uint256 address)',
    'Line 1, “a(uint256 address)”: “address” is a word of Solidity and cannot be a name.',
  ],
  [
    'a(uint256 b',
    'Line 1, “a(uint256 b”: a function is expected, such as deposit(uint256 assets, address receiver).',
  ],
  ['a(bool indexed b)', 'Line 1, “a(bool indexed b)”: “indexed” cannot stand there.'],
])('%j is refused with the place and the reason', (text, sentence) => {
  const read = readAbi(text)
  expect('problem' in read && describeAbiProblem(read.problem)).toBe(sentence)
})

test.each<[string, FieldProblem]>([
  ['Does not fit into 8 bits.', { kind: 'bits', bits: 8 }],
  ['At least -128.', { kind: 'least', least: -128n }],
  ['At most 6 decimals.', { kind: 'decimals', most: 6 }],
  ['Exactly 4 bytes; this has 3.', { kind: 'size', size: 4, actual: 3 }],
  ['Exactly 1 byte; this has 3.', { kind: 'size', size: 1, actual: 3 }],
  ['Needs exactly 1 item.', { kind: 'items', count: 1 }],
  ['At most 256 items.', { kind: 'manyItems', most: 256 }],
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
