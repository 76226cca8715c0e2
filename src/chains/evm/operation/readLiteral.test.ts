import { expect, test } from 'vitest'

import { readLiteral } from './readLiteral.ts'

test.each([
  ['[\n{"type":"function",\n"name":"a",\n', { line: 4, column: 1, expected: 'name', isEnd: true }],
  ['[{"a":1}\n{"b":2}]', { line: 2, column: 1, expected: 'comma or ]', isEnd: false }],
  ['{"a" 1}', { line: 1, column: 6, expected: 'colon', isEnd: false }],
  ['{"a":1]', { line: 1, column: 7, expected: 'comma or }', isEnd: false }],
  ['[1,,2]', { line: 1, column: 4, expected: 'value', isEnd: false }],
  ['{"a":1} x', { line: 1, column: 9, expected: 'end', isEnd: false }],
])('%j is no literal, and the place is named', (text, fault) => {
  expect(readLiteral(text)).toEqual({ fault })
})

test('JSON is read whole, its numbers as they are written', () => {
  const json = { a: ['x\n"\\\u2026', null, true, {}], b: { c: [] } }
  expect(readLiteral(JSON.stringify(json, null, 2))).toEqual({ value: json })
  expect(readLiteral('[123456789012345678901, -2.5e-7]')).toEqual({
    value: ['123456789012345678901', '-2.5e-7'],
  })
})

test('a literal of JavaScript is read with its comments, names and trailing commas', () => {
  const text = "[ // one\n { type: 'it\\'s', inputs: [], /* two */ payable: false, }, `b`,\n]"
  expect(readLiteral(text)).toEqual({
    value: [{ type: "it's", inputs: [], payable: false }, 'b'],
  })
})

test('a list needs no quotes', () => {
  expect(readLiteral('[0x11, True, [(a b, "c, d"), 7] ]')).toEqual({
    value: ['0x11', 'True', [['a b', 'c, d'], '7']],
  })
})

test('nesting without end is refused', () => {
  expect(readLiteral('['.repeat(5000))).toMatchObject({ fault: { expected: 'less nesting' } })
})
