import { describe, expect, it } from 'vitest'

import { passphraseFault, passphraseStrength } from './passphrase.ts'

describe('passphraseFault', () => {
  it('wants ten characters, counted as a reader counts them', () => {
    expect(passphraseFault('tin ocelo')).toMatch(/at least 10/)
    expect(passphraseFault('tin ocelot')).toBeUndefined()
    expect(passphraseFault('🌊🐋🦀🐚🪸🦈🐙🦑🐡')).toMatch(/at least 10/)
  })

  it.each(['aaaaaaaaaaaa', 'abababababab', '1212121212', 'xyzxyzxyzxyz'])(
    'refuses the same few characters: %s',
    (typed) => {
      expect(passphraseFault(typed)).toMatch(/repeats/)
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
    expect(passphraseFault(typed)).toBeDefined()
  })

  it.each(['1234567890', 'abcdefghijkl', '0987654321', 'qwertyuiop12', 'zyxwvutsrqpo'])(
    'refuses a run: %s',
    (typed) => {
      expect(passphraseFault(typed)).toBeDefined()
    },
  )

  it.each(['a passphrase of mine', 'river 7 gravel owl', 'tr1butary-Delta', 'Wellenbrecher'])(
    'lets %s pass',
    (typed) => {
      expect(passphraseFault(typed)).toBeUndefined()
    },
  )
})

describe('passphraseStrength', () => {
  it('grows with length and kinds of characters', () => {
    expect(passphraseStrength('password123')).toBe('weak')
    expect(passphraseStrength('tin ocelot')).toBe('fair')
    expect(passphraseStrength('tin Ocelot 9 kelp')).toBe('strong')
    expect(passphraseStrength('gravel owl river tuesday')).toBe('strong')
  })
})
