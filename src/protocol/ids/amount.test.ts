import { z } from 'zod/mini'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { AmountText, formatAmount, parseAmount, PositiveAmountText, rescale } from './amount.ts'

const uint256 = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
const decimals = fc.integer({ min: 0, max: 24 })

test('every uint256 is an amount in its decimal form', () => {
  fc.assert(fc.property(uint256, (units) => AmountText.parse(units.toString()) === `${units}`))
})

test.each(['', '-1', '+1', '01', '1.0', '1e3', ' 1', '0x1', '１', `${2n ** 256n}`, '9'.repeat(79)])(
  'refuses %j as an amount',
  (text) => {
    expect(AmountText.safeParse(text).success).toBe(false)
  },
)

test('zero is an amount but not a positive one', () => {
  expect(AmountText.safeParse('0').success).toBe(true)
  expect(PositiveAmountText.safeParse('0').success).toBe(false)
})

test('what is formatted reads back as the same units', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 60n }), decimals, (units, places) => {
      const text = formatAmount(units, places)
      expect(parseAmount(text, places)).toEqual({ units })
    }),
  )
})

test.each([
  ['', 'empty'],
  ['.', 'malformed'],
  ['1.2.3', 'malformed'],
  ['1,2.3', 'malformed'],
  ['20,000', 'malformed'],
  ['1,5', 'malformed'],
  ['-1', 'malformed'],
  ['1e5', 'malformed'],
  ['1.1234567', 'too many decimals'],
  ['9'.repeat(80), 'too large'],
  [`${2n ** 256n}`, 'too large'],
])('says of %j that it is %s', (text, problem) => {
  expect(parseAmount(text, 6)).toEqual({ problem })
})

test('rescaling up is exact and rescaling down drops less than one unit', () => {
  fc.assert(
    fc.property(uint256, decimals, decimals, (units, from, to) => {
      const there = rescale(units, { from, to })
      const back = rescale(there, { from: to, to: from })
      if (to >= from) return back === units
      return back <= units && units - back < 10n ** BigInt(from - to)
    }),
  )
})

test('a check behind it is not asked of what is no amount: it computes with it', () => {
  const even = AmountText.check(z.refine((text) => BigInt(text) % 2n === 0n, 'It is odd.'))
  expect(even.safeParse('soon').error?.issues).toHaveLength(1)
  expect(even.safeParse('3').error?.issues).toMatchObject([{ message: 'It is odd.' }])
})
