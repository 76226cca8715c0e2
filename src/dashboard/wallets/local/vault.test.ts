import { describe, expect, it } from 'vitest'

import { openVault, sealWithKey, sealWithPassphrase, VaultClosedError } from './vault.ts'

const secret = 'abandon abandon about'
const fast = { passphrase: 'correct horse', iterations: 1_000 }

async function browserKey(): Promise<CryptoKey> {
  return crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}

describe('a vault', () => {
  it('opens with its passphrase', async () => {
    const vault = await sealWithPassphrase(secret, fast)
    expect(await openVault(vault, { passphrase: 'correct horse' })).toBe(secret)
  })

  it('opens with the same passphrase typed in another Unicode form', async () => {
    const vault = await sealWithPassphrase(secret, { ...fast, passphrase: 'caf\u00e9 au lait' })
    expect(await openVault(vault, { passphrase: 'cafe\u0301 au lait' })).toBe(secret)
  })

  it('stays closed for another passphrase', async () => {
    const vault = await sealWithPassphrase(secret, fast)
    await expect(openVault(vault, { passphrase: 'wrong' })).rejects.toThrow(VaultClosedError)
  })

  it('stays closed when a byte was changed', async () => {
    const vault = await sealWithPassphrase(secret, fast)
    const first = vault.sealed.startsWith('A') ? 'B' : 'A'
    const altered = { ...vault, sealed: first + vault.sealed.slice(1) }
    await expect(openVault(altered, fast)).rejects.toThrow(VaultClosedError)
  })

  it('stays closed when it claims to be of the other kind', async () => {
    const key = await browserKey()
    const vault = await sealWithKey(secret, key)
    await expect(openVault({ ...vault, kind: 'passphrase' }, { key })).rejects.toThrow(
      VaultClosedError,
    )
  })

  it('opens with the browser key it was sealed with, and with no other', async () => {
    const key = await browserKey()
    const vault = await sealWithKey(secret, key)
    expect(await openVault(vault, { key })).toBe(secret)
    // It has no passphrase that could be wrong.
    await expect(openVault(vault, { key: await browserKey() })).rejects.toThrow(
      'This browser no longer has the key of this wallet.',
    )
  })

  it('holds nothing of the secret in clear', async () => {
    const vault = await sealWithPassphrase(secret, fast)
    expect(JSON.stringify(vault)).not.toContain('abandon')
    expect(atob(vault.sealed)).not.toContain('abandon')
  })

  it('works long on a passphrase unless a test says otherwise', async () => {
    expect((await sealWithPassphrase(secret, { passphrase: 'x' })).iterations).toBe(600_000)
  })
})
