import { afterEach, expect, test, vi } from 'vitest'

import { requireKeyAccount } from './requireKeyAccount.ts'

const owner = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
const chains = [['http://a.test'], ['http://b.test']]

afterEach(() => {
  vi.unstubAllGlobals()
})

/** What two chains answer about the code of the owner. */
function answer(codes: Readonly<Record<string, string>>): void {
  vi.stubGlobal('fetch', async (url: string) => {
    const result = codes[url]
    if (result === undefined) throw new TypeError('The chain does not answer.')
    return Response.json({ jsonrpc: '2.0', id: 1, result })
  })
}

test('an address without code, or delegated by its key, is held by a key', async () => {
  const delegated = `0xef0100${'12'.repeat(20)}`
  answer({ 'http://a.test': '0x', 'http://b.test': delegated })
  await expect(requireKeyAccount(owner, chains)).resolves.toBeUndefined()
  answer({ 'http://b.test': '0x' })
  await expect(requireKeyAccount(owner, chains)).resolves.toBeUndefined()
})

test('a contract on any chain, such as a Safe, and an address that no chain knows are rejected', async () => {
  answer({ 'http://a.test': '0x', 'http://b.test': '0x6080604052' })
  await expect(requireKeyAccount(owner, chains)).rejects.toMatchObject({ code: 'ACCOUNT' })
  answer({})
  await expect(requireKeyAccount(owner, chains)).rejects.toMatchObject({ code: 'CHAIN' })
})
