import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'

import { Hash } from '#protocol/ids/hex.ts'
import { drawQuoteId, isRentPriced } from './quoteId.ts'

test.each([true, false])('an id says whether rent is in the fee: %s', (isPriced) => {
  const ids = Array.from({ length: 100 }, () => drawQuoteId({ isRentPriced: isPriced }))
  for (const id of ids) {
    expect(Hash.parse(id)).toBe(id)
    expect(isRentPriced(id)).toBe(isPriced)
  }
  expect(new Set(ids).size).toBe(100)
})

test('an id that was drawn when ids said nothing says no', () => {
  for (let drawn = 0; drawn < 100; drawn++)
    expect(isRentPriced(`0x${randomBytes(32).toString('hex')}`)).toBe(false)
})

test('one that is changed anywhere says no more', () => {
  const id = drawQuoteId({ isRentPriced: true })
  for (let at = 2; at < id.length; at++) {
    const other = id[at] === '0' ? '1' : '0'
    expect(isRentPriced(`0x${id.slice(2, at)}${other}${id.slice(at + 1)}`)).toBe(false)
  }
})
