import { expect, test } from 'vitest'

import { findAddressPoisoning } from './addressPoisoning.ts'

const known = ['0xDA46E938DD9adC1E1A78af9B842677CF95909Fc2']

test('an address that starts and ends like a known one is blocked', () => {
  expect(findAddressPoisoning('0xda46d06bf7ce118b675a5c476f6bfe73d4d29fc2', known)?.level).toBe(
    'block',
  )
})

test('one that is alike at one end is warned about', () => {
  expect(findAddressPoisoning('0xda46d06bf7ce118b675a5c476f6bfe73d4d20000', known)?.level).toBe(
    'warn',
  )
  expect(findAddressPoisoning('0x0000d06bf7ce118b675a5c476f6bfe73d4d29fc2', known)?.level).toBe(
    'warn',
  )
})

test('the known address itself, in any case, and a different one are fine', () => {
  expect(findAddressPoisoning(known[0]?.toLowerCase() ?? '', known)).toBeUndefined()
  expect(findAddressPoisoning('0x1234d06bf7ce118b675a5c476f6bfe73d4d25678', known)).toBeUndefined()
})
