import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, it, test } from 'vitest'

import { testAddress, testPhrase, testSolanaAddress } from '#testing/dashboard/wallet.ts'
import { deriveEd25519, deriveKeys, generatePhrase, normalizePhrase } from './localKeys.ts'

describe('a recovery phrase', () => {
  it('gives the accounts that other wallets give for it, in their order', async () => {
    const { accountAt, solana } = await deriveKeys(testPhrase)
    expect([accountAt(0).address, accountAt(1).address, solana.address]).toEqual([
      testAddress,
      '0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0',
      testSolanaAddress,
    ])
  })

  it('may be typed with capitals and more spaces', () => {
    const typed = `  ${testPhrase.toUpperCase().replaceAll(' ', '   ')} `
    expect(normalizePhrase(typed)).toBe(testPhrase)
  })

  it('is refused when its checksum is wrong', async () => {
    await expect(deriveKeys(testPhrase.replace('about', 'abandon'))).rejects.toThrow(
      'These words aren’t a valid recovery phrase.',
    )
  })

  it('is new each time and valid', async () => {
    const phrases = [generatePhrase(), generatePhrase()]
    expect(phrases[0]).not.toBe(phrases[1])
    for (const phrase of phrases) await expect(deriveKeys(phrase)).resolves.toBeDefined()
  })
})

// Source: SLIP-0010, test vector 1 for ed25519.
test('Solana keys are derived as SLIP-0010 says, step by step', () => {
  const seed = hexToBytes('000102030405060708090a0b0c0d0e0f')
  const keys = [[], [0], [0, 1], [0, 1, 2, 2, 1_000_000_000]].map((path) =>
    bytesToHex(deriveEd25519(seed, path)),
  )
  expect(keys).toEqual([
    '2b4be7f19ee27bbf30c667b642d5f4aa69fd169872f8fc3059c08ebae2eb19e7',
    '68e0fe46dfb67e368c75379acec591dad19df3cde26e63b93a8e704f1dade7a3',
    'b1d0bad404bf35da785a64ca1ac54b2617211d2777696fbffaf208f746ae84f2',
    '8f94d394a8e8fd6b1bc2f3f49f5c47e385281d5c17e65324b0f62483e37e8793',
  ])
})
