import { afterEach, expect, test, vi } from 'vitest'

import { openInWalletApp } from './walletConnectConnector.ts'

afterEach(() => vi.unstubAllGlobals())

async function open(redirect: { native?: string; universal?: string }): Promise<unknown> {
  vi.stubGlobal('navigator', { userAgent: 'iPhone' })
  const kept = new Map<string, unknown>()
  const storage = {
    setItem: async (key: string, value: unknown) => void kept.set(key, value),
    removeItem: async (key: string) => void kept.delete(key),
  }
  const session = { peer: { metadata: { name: 'Wallet', redirect } } }
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
