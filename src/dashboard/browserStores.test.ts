import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { devnet } from '#networks/devnet/devnet.ts'
import { createBrowserStore, keepText, localStore, useStorageFault } from './browserStores.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  for (const [name, property] of own) Object.defineProperty(globalThis, name, property ?? {})
  localStore.clear()
})

const blocked = ['localStorage', 'sessionStorage', 'indexedDB'] as const
const own = blocked.map(
  (name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const,
)

function refuse(): never {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

test('where any access to site data throws, the app starts and keeps this visit in memory', async () => {
  for (const name of blocked)
    Object.defineProperty(globalThis, name, { get: refuse, configurable: true })
  vi.stubGlobal('BroadcastChannel', refuse)
  vi.resetModules()
  const [stores, preferences, { createWallets }, sent, book] = await Promise.all([
    import('./browserStores.ts'),
    import('./api/state/preferences.ts'),
    import('./wallets/walletConfig.ts'),
    import('./pages/signing/storage/signedQuotes.ts'),
    import('./pages/quoting/recipient/addressBook.ts'),
    import('./pages/signing/storage/sessionSignatures.ts'),
    import('./pages/call/draft/saved/draftStorage.ts'),
    import('./pages/signing/storage/otherTabs.ts'),
  ])
  const fault = renderHook(() => stores.useStorageFault())
  expect(fault.result.current).toBe('blocked')
  expect(await createWallets(devnet).config.storage?.getItem('recentConnectorId')).toBeNull()
  preferences.setPreferences({ theme: 'dark' })
  expect(preferences.getPreferences().theme).toBe('dark')
  const address = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
  const contact = { name: 'Mira', note: '', ecosystem: 'evm', address } as const
  book.saveContact(contact)
  expect(book.readAddressBook()).toMatchObject([contact])
  const quoteId = `0x${'01'.repeat(32)}` as const
  const to = contact.address
  sent.saveSentCall(quoteId, {
    prepareId: undefined,
    abis: [],
    search: '',
    calls: [{ to, data: '0x1234', value: '0x0' }],
  })
  expect(sent.readSentCalls().get(quoteId)?.calls).toMatchObject([{ to }])
  act(stores.dismissStorageFault)
  expect(fault.result.current).toBeUndefined()
})

test('a full storage refuses what the user saves with what to do, keeps the rest for the visit, and says so', () => {
  keepText('estuary.addressBook', '[1]')
  const fault = renderHook(useStorageFault)
  expect(fault.result.current).toBeUndefined()
  const { length } = localStorage
  vi.stubGlobal('localStorage', {
    length,
    getItem: () => '[1]',
    setItem() {
      throw new DOMException('exceeded the quota', 'QuotaExceededError')
    },
    removeItem: () => undefined,
    clear: () => undefined,
  })
  expect(() => act(() => keepText('estuary.addressBook', '[1,2]'))).toThrow(
    'This browser’s storage is full. Remove a contact, then save again.',
  )
  expect(localStore.getItem('estuary.addressBook')).toBe('[1]')
  act(() => void localStore.setItem('estuary.preferences', '{}'))
  expect(localStore.getItem('estuary.preferences')).toBe('{}')
  expect(fault.result.current).toBe('full')
})

test('a store without one of the browser keeps texts until they are removed', () => {
  const store = createBrowserStore()
  store.setItem('a', '1')
  expect([store.getItem('a'), store.findKeys()]).toEqual(['1', ['a']])
  store.removeItem('a')
  expect([store.getItem('a'), store.findKeys()]).toEqual([null, []])
})
