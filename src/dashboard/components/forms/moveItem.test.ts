import { expect, test } from 'vitest'

import { moveItem } from './moveItem.ts'

test.each([
  [0, 2, 'bcad'],
  [3, 0, 'dabc'],
  [1, 1, 'abcd'],
])('an item goes from place %d to %d, and the others close up', (from, to, order) => {
  expect(moveItem(['a', 'b', 'c', 'd'], { from, to }).join('')).toBe(order)
})
