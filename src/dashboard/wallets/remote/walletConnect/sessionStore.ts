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
 * Keeps WalletConnect's sessions; where storage is blocked, until the page closes. It replaces the
 * package's own store, which installs 40 packages.
 *
 * @param open - Such as `() => localStorage`, which throws where it is blocked; by default none.
 */
export function createSessionStore(open?: () => Storage): KeyValueStore {
  const values = new Map<string, string>(readStored(open))
  function keep(write: (storage: Storage) => void): void {
    try {
      if (open) write(open())
    } catch {
      // Full or blocked: the session lasts until the page closes.
    }
  }
  return {
    getKeys: async () => [...values.keys()],
    getEntries: async () => [...values].map(([key, text]) => [key, JSON.parse(text)]),
    async getItem(key) {
      const text = values.get(key)
      return text === undefined ? undefined : JSON.parse(text)
    },
    async setItem(key, value) {
      const text = JSON.stringify(value)
      values.set(key, text)
      keep((storage) => storage.setItem(key, text))
    },
    async removeItem(key) {
      values.delete(key)
      keep((storage) => storage.removeItem(key))
    },
  }
}

function readStored(open: (() => Storage) | undefined): [string, string][] {
  try {
    const storage = open?.()
    return Object.keys(storage ?? {})
      .filter((key) => ownKeys.test(key))
      .map((key) => [key, storage?.getItem(key) ?? 'null'])
  } catch {
    // Storage is blocked.
    return []
  }
}
