import { type BrowserStore, createBrowserStore } from '../../../browserStores.ts'

/** How the sign client keeps its sessions and their keys; every value is JSON. */
type KeyValueStore = {
  getKeys: () => Promise<string[]>
  getEntries: <value = unknown>() => Promise<[string, value][]>
  getItem: <value = unknown>(key: string) => Promise<value | undefined>
  setItem: (key: string, value: unknown) => Promise<void>
  removeItem: (key: string) => Promise<void>
}

/** The package's own keys. They are not among ours, so that a copy of stored data has none. */
const ownKeys = /^(wc@2:|WALLETCONNECT_)/

/**
 * Keeps WalletConnect's sessions in a store, by default until the page closes. It replaces the package's
 * own, which installs 40 packages.
 */
export function createSessionStore(store: BrowserStore = createBrowserStore()): KeyValueStore {
  function findKeys(): string[] {
    return store.findKeys().filter((key) => ownKeys.test(key))
  }
  function read(key: string) {
    const text = store.getItem(key)
    return text === null ? undefined : JSON.parse(text)
  }
  return {
    getKeys: async () => findKeys(),
    getEntries: async () => findKeys().map((key) => [key, read(key)]),
    getItem: async (key) => read(key),
    async setItem(key, value) {
      store.setItem(key, JSON.stringify(value))
    },
    async removeItem(key) {
      store.removeItem(key)
    },
  }
}
