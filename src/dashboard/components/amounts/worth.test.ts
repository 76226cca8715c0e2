import fc from 'fast-check'
import { expect, test } from 'vitest'

import { toShownCents } from './sumShown.ts'
import { spreadCents, sumUsd, toUsd } from './worth.ts'

test('an amount is worth its price, and unknown without one', () => {
  expect(toUsd({ units: 1_005n * 10n ** 15n, decimals: 18 }, 3000)).toBeCloseTo(3015, 9)
  expect([toUsd(undefined, 3000), toUsd({ units: 1n, decimals: 0 }, undefined)]).toEqual([
    undefined,
    undefined,
  ])
  expect([sumUsd([1, 2]), sumUsd([1, undefined]), sumUsd([])]).toEqual([3, undefined, 0])
})

test('parts are shown in cents that add up to their sum, each less than a cent off', () => {
  expect(spreadCents([0.001236, 1.249999])).toEqual([0.001236, 1.25])
  expect(spreadCents([1507.4985, 1507.5015])).toEqual([1507.5, 1507.5015])
  const worth = fc.oneof(
    fc.double({ min: 0, max: 100_000, noNaN: true }),
    fc.double({ min: 0, max: 0.03, noNaN: true }),
  )
  fc.assert(
    fc.property(fc.array(worth, { maxLength: 6 }), (values) => {
      const shown = spreadCents(values).map((value = Number.NaN) => toShownCents(value))
      const sum = shown.reduce((cents, one) => cents + one, 0)
      expect(sum).toBe(toShownCents(sumUsd(values) ?? Number.NaN))
      for (const [index, value] of values.entries())
        expect(Math.abs((shown[index] ?? 0) - value * 100)).toBeLessThan(1.001)
    }),
  )
})

test('parts that do not explain their sum, or one of which is unknown, stay as they are', () => {
  expect(spreadCents([1, 2], 4)).toEqual([1, 2])
  expect(spreadCents([1.999, undefined])).toEqual([1.999, undefined])
})
