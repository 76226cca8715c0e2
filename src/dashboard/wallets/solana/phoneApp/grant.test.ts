import { afterEach, expect, test } from 'vitest'

import { encodeBase58 } from '#protocol/ids/base58.ts'
import { readGrant, saveGrant } from './grant.ts'

afterEach(() => localStorage.clear())

test('a grant is kept until it is forgotten', () => {
  const grant = { address: encodeBase58(new Uint8Array(32).fill(7)), token: 'token' }
  saveGrant(grant)
  expect(readGrant()).toEqual(grant)
  saveGrant(undefined)
  expect(readGrant()).toBeUndefined()
})

test.each([31, 33])('one for an address of %i bytes counts as none', (length) => {
  saveGrant({ address: encodeBase58(new Uint8Array(length).fill(200)), token: 'token' })
  expect(readGrant()).toBeUndefined()
})
