import { SignClient } from '@walletconnect/sign-client'

import { localStore, type BrowserStore, createBrowserStore } from '../../../browserStores.ts'
import { translate } from '../../../language/translate.ts'

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

/** WalletConnect's client, which speaks to wallets through the relay. */
export type WalletConnectClient = Awaited<ReturnType<typeof SignClient.init>>

/** A connection to one wallet. */
export type WalletConnectSession = ReturnType<WalletConnectClient['session']['get']>

/**
 * Opens WalletConnect's client with the sessions of earlier visits. It reaches the relay when it
 * is first needed, not here. It reports nothing to anybody.
 */
export async function openSignClient(options: {
  projectId: string
  relayUrl: string
}): Promise<WalletConnectClient> {
  const { origin } = location
  return SignClient.init({
    ...options,
    storage: createSessionStore(localStore),
    logger: createQuietLogger(),
    telemetryEnabled: false,
    metadata: {
      name: 'Estuary',
      description: translate('One balance across many chains.'),
      url: origin,
      icons: [`${origin}/icons/192.png`],
    },
  })
}

type Options = NonNullable<Parameters<typeof SignClient.init>[0]>
type Logger = Exclude<NonNullable<Options['logger']>, string>

function quiet(): void {}

/** A logger for WalletConnect's client, which would keep five megabytes of what it does. */
export function createQuietLogger(): Logger {
  const logger = {
    level: 'silent',
    trace: quiet,
    debug: quiet,
    info: quiet,
    warn: quiet,
    error: quiet,
    fatal: quiet,
    silent: quiet,
    bindings: () => ({ context: '' }),
    child: (): object => ({ ...logger }),
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the client uses no more of it
  return logger as unknown as Logger
}
