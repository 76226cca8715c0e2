import { PublicKey } from '@solana/web3.js'
import { afterEach, expect, test } from 'vitest'

import { encodeBase58 } from '#protocol/ids/base58.ts'
import { appGrant } from '../solanaConnection.ts'
import { PhoneAppAdapter } from './PhoneAppAdapter.ts'

afterEach(() => localStorage.clear())

/** What a reload connects where an account of so many bytes was granted before. */
async function reload(length: number): Promise<PhoneAppAdapter> {
  appGrant.set({ address: encodeBase58(new Uint8Array(length).fill(200)), token: 'token' })
  const adapter = new PhoneAppAdapter({ chainId: 'solana:local', icon: 'icon.png' })
  await adapter.autoConnect()
  return adapter
}

test('what an app granted is there again after a reload, until it is disconnected', async () => {
  const adapter = await reload(32)
  expect(adapter.publicKey).toEqual(new PublicKey(new Uint8Array(32).fill(200)))
  await adapter.disconnect()
  expect([adapter.publicKey, appGrant.get()]).toEqual([null, undefined])
})

test.each([31, 33])('a grant for an address of %i bytes counts as none', async (length) => {
  expect((await reload(length)).publicKey).toBeNull()
})
