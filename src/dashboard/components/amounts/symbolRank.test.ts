import { expect, test } from 'vitest'

import { symbolRank } from './symbolRank.ts'

test('an exact ticker comes before one that begins with it, and that before any other', () => {
  const found = ['wstETH', 'ETHFI', 'ETH'].toSorted(
    (a, b) => symbolRank(a, ' eth ') - symbolRank(b, ' eth '),
  )
  expect(found).toEqual(['ETH', 'ETHFI', 'wstETH'])
})
