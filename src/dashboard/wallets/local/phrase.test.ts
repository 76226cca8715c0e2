import { ed25519 } from '@noble/curves/ed25519.js'
import { describe, expect, it } from 'vitest'

import { encodeBase58 } from '#protocol/ids/base58.ts'
import { derivePhraseKeys, isPhrase, generatePhrase, normalizePhrase } from './phrase.ts'

const known =
  'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about'

describe('a recovery phrase', () => {
  it('gives the accounts that other wallets give for it, in their order', async () => {
    const { accountAt } = await derivePhraseKeys(known)
    expect([accountAt(0).address, accountAt(1).address]).toEqual([
      '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
      '0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0',
    ])
  })

  it('gives the Solana account that other wallets give for it', async () => {
    const { solanaSeed } = await derivePhraseKeys(known)
    expect(encodeBase58(ed25519.getPublicKey(solanaSeed))).toBe(
      'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk',
    )
  })

  it('may be typed with capitals and more spaces', async () => {
    const typed = `  ${known.toUpperCase().replaceAll(' ', '   ')} `
    expect(normalizePhrase(typed)).toBe(known)
    expect(isPhrase(typed)).toBe(true)
  })

  it('is refused when its checksum is wrong', async () => {
    const wrong = known.replace('about', 'abandon')
    expect(isPhrase(wrong)).toBe(false)
    await expect(derivePhraseKeys(wrong)).rejects.toThrow(
      'These words aren’t a valid recovery phrase.',
    )
  })

  it('is new each time and valid', () => {
    const phrases = [generatePhrase(), generatePhrase()]
    expect(phrases[0]).not.toBe(phrases[1])
    for (const phrase of phrases) expect(isPhrase(phrase)).toBe(true)
  })
})
