import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'

import { derive } from './deriveSolanaSeed.ts'

// Source: SLIP-0010, test vector 1 for ed25519.
const seed = hexToBytes('000102030405060708090a0b0c0d0e0f')

test('keys are derived as SLIP-0010 says, step by step', () => {
  const keys = [[], [0], [0, 1], [0, 1, 2, 2, 1_000_000_000]].map((path) =>
    bytesToHex(derive(seed, path)),
  )
  expect(keys).toEqual([
    '2b4be7f19ee27bbf30c667b642d5f4aa69fd169872f8fc3059c08ebae2eb19e7',
    '68e0fe46dfb67e368c75379acec591dad19df3cde26e63b93a8e704f1dade7a3',
    'b1d0bad404bf35da785a64ca1ac54b2617211d2777696fbffaf208f746ae84f2',
    '8f94d394a8e8fd6b1bc2f3f49f5c47e385281d5c17e65324b0f62483e37e8793',
  ])
})
