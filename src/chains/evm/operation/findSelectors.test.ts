import { toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'

import { vault4626Abi } from '#contracts/abi/vault4626.ts'
import { findSelectors } from '../assets/readContract.ts'

test('selectors are those that the code compares with, the short ones with their zeros', () => {
  // DUP1 PUSH4 … EQ; PUSH3 … EQ; PUSH4 … DUP2 XOR; PUSH4 … GT only divides the search.
  expect(findSelectors('0x8063a9059cbb1462abcdef146312345678811863ffffffff11')).toEqual([
    '0xa9059cbb',
    '0x00abcdef',
    '0x12345678',
  ])
})

test('what only looks like a comparison within a pushed word is passed over', () => {
  expect(findSelectors(`0x7f63a9059cbb14${'00'.repeat(26)}00`)).toEqual([])
  expect(findSelectors('0x')).toEqual([])
})

test('each function of an ABI has one selector', () => {
  const all = vault4626Abi.filter((item) => item.type === 'function')
  const code = all.map((item) => `63${toFunctionSelector(item).slice(2)}14`).join('')
  expect(findSelectors(`0x${code}`)).toHaveLength(all.length)
})
