import { expect, test } from 'vitest'

import { createBoundedCache } from './boundedCache.ts'

test('makes an answer once, whatever it is', () => {
  const cache = createBoundedCache<string | undefined>(2)
  let made = 0
  function make(): undefined {
    made += 1
  }
  expect([cache.get('a', make), cache.get('a', make)]).toEqual([undefined, undefined])
  expect(made).toBe(1)
})

test('keeps no more than its bound: what was added first goes', () => {
  const cache = createBoundedCache<number>(2)
  for (const [index, key] of ['a', 'b', 'c'].entries()) cache.get(key, () => index)
  expect(cache.get('b', () => 7)).toBe(1)
  expect(cache.get('c', () => 7)).toBe(2)
  expect(cache.get('a', () => 7)).toBe(7)
})

test('does not keep a failure', () => {
  const cache = createBoundedCache<number>(2)
  expect(() =>
    cache.get('a', () => {
      throw new Error('no')
    }),
  ).toThrow('no')
  expect(cache.get('a', () => 1)).toBe(1)
})
