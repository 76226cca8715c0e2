import { expect, test } from 'vitest'

import { splitGroups } from '../state/splitGroups.ts'
import { toFiatText, toTokenText } from './fiatAmount.ts'

test('dollars become a token amount with no more digits than the price has', () => {
  expect(toTokenText('250', { priceUsd: 1, decimals: 6 })).toBe('250')
  expect(toTokenText('100', { priceUsd: 3000, decimals: 18 })).toBe('0.033333333')
  expect(toTokenText('10', { priceUsd: 3, decimals: 2 })).toBe('3.33')
  expect(toTokenText('', { priceUsd: 3, decimals: 2 })).toBe('')
  expect(toTokenText('1,2?', { priceUsd: 3, decimals: 2 })).toBe('1,2?')
  expect(toTokenText('0', { priceUsd: 3, decimals: 2 })).toBe('0')
  expect(toFiatText(12.345)).toBe('12.35')
  expect(toFiatText(undefined)).toBe('')
})

test('addresses are compared in groups of four, the end as people read it', () => {
  const marks = splitGroups('0xDA46D06B9FC2', '0xda46E9389fc2')
  expect(marks).toEqual([
    { text: 'DA46', isSame: true },
    { text: 'D06B', isSame: false },
    { text: '9FC2', isSame: true },
  ])
  expect(splitGroups('abcdefghi', 'abcDefghi').map(({ text }) => text)).toEqual([
    'abcd',
    'e',
    'fghi',
  ])
  expect(splitGroups('abcd', 'abcD')[0]?.isSame).toBe(false)
})
