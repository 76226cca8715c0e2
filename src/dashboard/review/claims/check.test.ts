import { expect, test } from 'vitest'

import { checkThat } from './check.ts'

test('evidence says what is so, also where it is not what was asked for', () => {
  const sentences = ['Slippage is zero', 'Slippage is not zero'] as const
  expect(checkThat('amounts', true, ...sentences).evidence).toBe('Slippage is zero')
  expect(checkThat('amounts', false, ...sentences).evidence).toBe('Slippage is not zero')
})
