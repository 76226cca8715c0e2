import fc, { assert, jsonValue, property } from 'fast-check'
import { expect, test } from 'vitest'

import { getRuns } from '#testing/campaign.ts'
import { readStrictJson } from './strictJson.ts'

const notJson = 'not valid JSON'

/** The value, or what stands for a syntax error. */
function attempt(parse: () => unknown): unknown {
  try {
    return parse()
  } catch (error) {
    return /JSON/.test(String(error)) ? notJson : String(error)
  }
}

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

test('refuses whatever JSON.parse refuses, and takes nothing else that it takes', () => {
  const signs = fc.constantFrom(
    ...'{}[]:,"\\ntfua01-.eE+ \n\t\u0001'.split(''),
    'true',
    'null',
    '"a"',
    '\\u0061',
    '\u00a0',
  )
  assert(
    property(fc.array(signs, { maxLength: 12 }), (parts) => {
      const text = parts.join('')
      const [value, known] = [attempt(() => read(text)), attempt(() => JSON.parse(text))]
      const isStricter = /twice|double/.test(String(value)) && known !== notJson
      expect(isStricter ? known : value).toEqual(known)
    }),
    getRuns({ test: 2_000, campaign: 50_000 }),
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
  ['more values than any request has', `[${'{},'.repeat(20_000)}{}]`, 'more than 20000 values'],
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

test('takes nesting up to 64', () => {
  expect(read(`${'['.repeat(64)}1${']'.repeat(64)}`)).toEqual([[expect.any(Array)]])
})

test('takes a surrogate pair', () => {
  expect(read('"\\ud83d\\ude00"')).toBe('😀')
})
