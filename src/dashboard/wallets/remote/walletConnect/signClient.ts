import { SignClient } from '@walletconnect/sign-client'

import { localStore } from '../../../browserStores.ts'
import { translate } from '../../../language/translate.ts'
import { createQuietLogger } from './quietLogger.ts'
import { createSessionStore } from './sessionStore.ts'

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
