import { SignClient } from '@walletconnect/sign-client'

import { localStore, type BrowserStore, createBrowserStore } from '../../../browserStores.ts'
import { translate } from '../../../language/translate.ts'

type Options = NonNullable<Parameters<typeof SignClient.init>[0]>

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
    ...createClientParts(localStore),
    metadata: {
      name: 'Estuary',
      description: translate('One balance across many chains.'),
      url: origin,
      icons: [`${origin}/icons/192.png`],
    },
  })
}

/** The package's own keys. They are not among ours, so that a copy of stored data has none. */
const ownKeys = /^(wc@2:|WALLETCONNECT_)/

/**
 * Creates what the client keeps its sessions in, by default until the page closes: the package's own
 * storage installs 40 packages. It logs nothing: its own logger keeps five megabytes of what it does.
 */
export function createClientParts(
  store: BrowserStore = createBrowserStore(),
): Pick<Options, 'storage' | 'logger' | 'telemetryEnabled'> {
  function findKeys(): string[] {
    return store.findKeys().filter((key) => ownKeys.test(key))
  }
  function read(key: string) {
    try {
      return JSON.parse(store.getItem(key) ?? '')
    } catch {
      // Nothing is kept, or what is kept is damaged: the client starts anew with it.
      return undefined
    }
  }
  const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']
  const logger = {
    level: 'silent',
    bindings: () => ({ context: '' }),
    child: (): object => ({ ...logger }),
    ...Object.fromEntries(levels.map((level) => [level, () => undefined])),
  }
  return {
    telemetryEnabled: false,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the client uses no more of it
    logger: logger as unknown as Exclude<Options['logger'], string | undefined>,
    storage: {
      getKeys: async () => findKeys(),
      getEntries: async () => findKeys().map((key) => [key, read(key)]),
      getItem: async (key) => read(key),
      setItem: async (key, value) => void store.setItem(key, JSON.stringify(value)),
      removeItem: async (key) => store.removeItem(key),
    },
  }
}
