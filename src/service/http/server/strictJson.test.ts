import { assert, jsonValue, property } from 'fast-check'
import { expect, test } from 'vitest'

import { readStrictJson } from './strictJson.ts'

function read(text: string) {
  return readStrictJson(new TextEncoder().encode(text))
}

test('reads whatever JSON.stringify writes, as JSON.parse does', () => {
  assert(
    property(jsonValue({ maxDepth: 5 }), (value) => {
      const text = JSON.stringify(value)
      if (/__proto__/.test(text) || /\d{16,}/.test(text)) return
      expect(read(text)).toEqual(JSON.parse(text))
    }),
  )
})

test('refuses a key that stands twice, also when it is spelled with an escape', () => {
  expect(() => read('{"a":1,"a":2}')).toThrow('same key twice')
  expect(() => read('{"b":[{"a":1,"x":{},"\\u0061":2}]}')).toThrow('same key twice')
})

test('takes the same key in two objects, and a value that equals a key', () => {
  expect(read('{"a":{"a":"a"},"b":[{"a":1},{"a":1},"a","a"]}')).toEqual({
    a: { a: 'a' },
    b: [{ a: 1 }, { a: 1 }, 'a', 'a'],
  })
})

test.each([
  ['a lone surrogate', '{"a":"\\ud800"}', 'lone surrogate'],
  ['a lone surrogate in a key', '{"\\udc00":1}', 'lone surrogate'],
  ['a number beyond doubles', '{"a":1e400}', 'double'],
  ['an integer that doubles round', '[9007199254740993]', 'double'],
  ['a __proto__ key', '{"__proto__":{"x":1}}', 'not allowed'],
  ['nesting past 64', '['.repeat(65) + ']'.repeat(65), 'nested'],
  ['half a document', '{"a":', 'not valid JSON'],
  ['no document', '', 'not valid JSON'],
])('refuses %s', (_name, text, sentence) => {
  expect(() => read(text)).toThrow(sentence)
})

test('refuses bytes that are not UTF-8', () => {
  expect(() => readStrictJson(Uint8Array.of(0x22, 0xff, 0x22))).toThrow('not UTF-8')
})

test('takes a byte order mark before the document, and nowhere else', () => {
  expect(read('\ufeff{"a":1}')).toEqual({ a: 1 })
  expect(() => read('{\ufeff"a":1}')).toThrow('not valid JSON')
})

test('takes a surrogate pair', () => {
  expect(read('"\\ud83d\\ude00"')).toBe('😀')
})
