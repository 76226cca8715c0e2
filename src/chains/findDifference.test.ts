import { expect, test } from 'vitest'

import { describeDifference, findDifference } from './findDifference.ts'

const order = { payee: '0xAbCd', amount: 5n, legs: [{ fee: 1n }, { fee: 2n }], note: undefined }

test('finds nothing between values that say the same', () => {
  const { note: _, ...same } = order
  expect(findDifference(order, { ...same, payee: '0xabcd' })).toBeUndefined()
})

test.each([
  [{ ...order, payee: '0xabce' }, 'payee is 0xabce, and 0xAbCd was expected.'],
  [{ ...order, amount: '5' }, 'amount is 5, and 5 was expected.'],
  [{ ...order, legs: [{ fee: 1n }, { fee: 3n }] }, 'legs.1.fee is 3, and 2 was expected.'],
  [{ ...order, legs: [{ fee: 1n }] }, 'legs.1 is nothing, and something was expected.'],
  [{ ...order, more: true }, 'more is true, and nothing was expected.'],
  [{ ...order, legs: undefined }, 'legs is nothing, and something was expected.'],
])('names the place at which something else stands: %#', (found, sentence) => {
  const difference = findDifference(order, found)
  expect(difference && describeDifference(difference)).toBe(sentence)
})

test('compares base58 by its case, and shortens what is long', () => {
  expect(findDifference('Abc', 'abc')).toBeDefined()
  const long = findDifference(`0x${'11'.repeat(99)}`, `0x${'22'.repeat(99)}`)
  expect(long?.found).toBe(`0x${'2'.repeat(75)}...`)
})
