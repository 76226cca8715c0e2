import { expect, test } from 'vitest'

import { rankSymbol } from './rankSymbol.ts'

test('an exact ticker comes before one that begins with it, and that before any other', () => {
  const found = ['wstETH', 'ETHFI', 'ETH'].toSorted(
    (a, b) => rankSymbol(a, ' eth ') - rankSymbol(b, ' eth '),
  )
  expect(found).toEqual(['ETH', 'ETHFI', 'wstETH'])
})
