import { expect, test } from 'vitest'

import { findJsonFault } from './findJsonFault.ts'

test.each([
  ['[\n{"type":"function",\n"name":"a",\n', { line: 4, column: 1, expected: 'name', isEnd: true }],
  ['[{"a":1}\n{"b":2}]', { line: 2, column: 1, expected: 'comma or ]', isEnd: false }],
  ['{"a" 1}', { line: 1, column: 6, expected: 'colon', isEnd: false }],
  ['{"a":1,}', { line: 1, column: 8, expected: 'name', isEnd: false }],
  ['[tru]', { line: 1, column: 2, expected: 'value', isEnd: false }],
  ['{"a":1} x', { line: 1, column: 9, expected: 'end', isEnd: false }],
])('%j is no JSON, and the place is named', (text, fault) => {
  expect(findJsonFault(text)).toEqual(fault)
})

test('it finds no fault in JSON', () => {
  const json = { a: [1, -2.5e-7, 'x\n"\\\u2026', null, true, {}], b: { c: [] } }
  expect(findJsonFault(JSON.stringify(json, null, 2))).toBeUndefined()
})

test('nesting without end is refused', () => {
  expect(findJsonFault('['.repeat(5000))?.expected).toBe('less nesting')
})
