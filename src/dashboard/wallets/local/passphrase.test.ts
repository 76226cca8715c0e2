import { describe, expect, it } from 'vitest'

import { findPassphraseError, measurePassphrase } from './passphrase.ts'

describe('passphraseFault', () => {
  it('wants ten characters, counted as a reader counts them', () => {
    expect(findPassphraseError('tin ocelo')).toMatch(/at least 10/)
    expect(findPassphraseError('tin ocelot')).toBeUndefined()
    expect(findPassphraseError('🌊🐋🦀🐚🪸🦈🐙🦑🐡')).toMatch(/at least 10/)
  })

  it.each(['aaaaaaaaaaaa', 'abababababab', '1212121212', 'xyzxyzxyzxyz'])(
    'refuses the same few characters: %s',
    (typed) => {
      expect(findPassphraseError(typed)).toMatch(/repeats/)
    },
  )

  it.each([
    'password123',
    'Password2024!',
    'P@ssw0rd!!!!',
    'passwordpassword',
    'iloveyou1234',
    'correct horse battery staple',
    '123qwertyuiop',
  ])('refuses what is tried first: %s', (typed) => {
    expect(findPassphraseError(typed)).toBeDefined()
  })

  it.each(['1234567890', 'abcdefghijkl', '0987654321', 'qwertyuiop12', 'zyxwvutsrqpo'])(
    'refuses a run: %s',
    (typed) => {
      expect(findPassphraseError(typed)).toBeDefined()
    },
  )

  it.each(['a passphrase of mine', 'river 7 gravel owl', 'tr1butary-Delta', 'Wellenbrecher'])(
    'lets %s pass',
    (typed) => {
      expect(findPassphraseError(typed)).toBeUndefined()
    },
  )
})

describe('passphraseStrength', () => {
  it('grows with length and kinds of characters', () => {
    expect(measurePassphrase('password123')).toBe('weak')
    expect(measurePassphrase('tin ocelot')).toBe('fair')
    expect(measurePassphrase('tin Ocelot 9 kelp')).toBe('strong')
    expect(measurePassphrase('gravel owl river tuesday')).toBe('strong')
  })
})
