import { afterEach, expect, test, vi } from 'vitest'

import { createBrowserStore } from '../../../browserStores.ts'
import { createClientParts } from './signClient.ts'
import { openInWalletApp } from './walletConnectConnector.ts'

afterEach(() => vi.unstubAllGlobals())

async function open(redirect: unknown): Promise<unknown> {
  return openWith({ name: 'Wallet', redirect })
}

async function openWith(metadata: unknown): Promise<unknown> {
  vi.stubGlobal('navigator', { userAgent: 'iPhone' })
  const kept = new Map<string, unknown>()
  const storage = {
    setItem: async (key: string, value: unknown) => void kept.set(key, value),
    removeItem: async (key: string) => void kept.delete(key),
  }
  const session = { peer: { metadata } }
  type Given = Parameters<typeof openInWalletApp>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what opening uses of them
  await openInWalletApp(...([{ core: { storage } }, session] as unknown as Given))
  return [...kept.values()][0]
}

test('each request opens the app of a wallet, by its own scheme or a page of its maker', async () => {
  expect(await open({ native: 'wallet://' })).toMatchObject({ href: 'wallet://' })
  const universal = 'https://wallet.example/app'
  expect(await open({ universal })).toMatchObject({ href: universal })
})

test.each([
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,x',
  'blob:x',
  'http://wallet.example',
  'intent://x#Intent;S.browser_fallback_url=https://thief.example;end',
  'tel:900',
  'sms:900',
  'view-source:x',
  '//thief.example',
  '',
])('a link that is none to an app is not opened: %s', async (native) => {
  expect(await open({ native })).toBeUndefined()
})

test('a wallet that says nothing of itself, or not what the protocol has, opens nothing', async () => {
  for (const metadata of [undefined, null, 'x', {}, { name: 7, redirect: { native: 7 } }])
    expect(await openWith(metadata)).toBeUndefined()
  expect(await openWith({ name: 7, redirect: { native: 'wallet://' } })).toEqual({
    href: 'wallet://',
    name: '',
  })
})

test('what is damaged in the storage counts as nothing kept', async () => {
  const store = createBrowserStore()
  store.setItem('wc@2:client:0.3//session', '{')
  const { storage } = createClientParts(store)
  expect(await storage?.getItem('wc@2:client:0.3//session')).toBeUndefined()
  expect(await storage?.getEntries()).toEqual([['wc@2:client:0.3//session', undefined]])
})
