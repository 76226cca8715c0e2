import { describe, expect, test } from 'vitest'

import {
  parseLegColumn,
  type StepLeg,
  toLegColumn,
  toReservationColumn,
  toReservationRange,
} from './legColumn.ts'

describe('the column of a step', () => {
  test.each<[StepLeg, number]>([
    [0, 0],
    [7, 7],
    ['destination', -1],
  ])('holds leg %s as %i', (leg, value) => {
    expect(toLegColumn(leg)).toBe(value)
    expect(parseLegColumn(value)).toBe(leg)
  })

  test.each([-2, 0.5, Number.NaN, Infinity, 2 ** 53])('is refused when it holds %d', (value) => {
    expect(() => parseLegColumn(value)).toThrow(RangeError)
  })
})

describe('the column of a reservation', () => {
  const own = [0, 1, 2].map((leg) => toReservationColumn({ kind: 'leg', leg }))
  const inventory = [0, 1, 2].map((index) => toReservationColumn({ kind: 'inventory', index }))

  test('counts legs from 0 upwards and inventory from -1 downwards', () => {
    expect(own).toEqual([0, 1, 2])
    expect(inventory).toEqual([-1, -2, -3])
  })

  test('belongs to one leg, or with all other inventory to the destination', () => {
    function findHeld(leg: StepLeg): number[] {
      const { from, to } = toReservationRange(leg)
      return [...own, ...inventory].filter((value) => value >= from && value <= to)
    }
    expect(findHeld(1)).toEqual([1])
    expect(findHeld('destination')).toEqual(inventory)
  })
})
