import { afterEach, expect, test, vi } from 'vitest'

import { requireKeyAccount } from './requireKeyAccount.ts'

const owner = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
const chains = [['http://a.test'], ['http://b.test']]

afterEach(() => {
  vi.unstubAllGlobals()
})

/** What two chains answer about the code of the owner; `silent` says nothing until it is given up. */
function answer(codes: Readonly<Record<string, string>>): void {
  vi.stubGlobal('fetch', async (url: string, { signal }: RequestInit) => {
    const result = codes[url]
    if (result === 'silent')
      return new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('Aborted.')))
      })
    if (result === undefined) throw new TypeError('The chain does not answer.')
    return Response.json({ jsonrpc: '2.0', id: 1, result })
  })
}

test('an address without code, or delegated by its key, is held by a key', async () => {
  const delegated = `0xef0100${'12'.repeat(20)}`
  answer({ 'http://a.test': '0x', 'http://b.test': delegated })
  await expect(requireKeyAccount(owner, chains)).resolves.toBeUndefined()
})

test('a contract on any chain, such as a Safe, is rejected, also while another is silent', async () => {
  answer({ 'http://a.test': '0x', 'http://b.test': '0x6080604052' })
  await expect(requireKeyAccount(owner, chains)).rejects.toMatchObject({ code: 'ACCOUNT' })
  answer({ 'http://a.test': 'silent', 'http://b.test': `0xef0100${'12'.repeat(21)}` })
  await expect(requireKeyAccount(owner, chains)).rejects.toMatchObject({ code: 'ACCOUNT' })
})

test('chains that do not answer, or not in time, decide nothing', async () => {
  answer({})
  await expect(requireKeyAccount(owner, chains)).resolves.toBeUndefined()
  answer({ 'http://a.test': '0x', 'http://b.test': 'silent' })
  await expect(requireKeyAccount(owner, chains, 10)).resolves.toBeUndefined()
})
