import type { CreateConnectorFn } from 'wagmi'

import { createLazyConnector } from './createLazyConnector.ts'
import type { RemoteWallets } from './remoteWallets.ts'

/** The connector id of WalletConnect. */
export const walletConnectId = 'walletConnect'

/**
 * Creates the connectors of the wallets that the deployment allows. Each loads its code when
 * somebody chooses it.
 */
export function createRemoteConnectors({ walletConnect }: RemoteWallets): CreateConnectorFn[] {
  if (!walletConnect) return []
  async function load(options: NonNullable<typeof walletConnect>): Promise<CreateConnectorFn> {
    const { createWalletConnectConnector } =
      await import('./walletConnect/walletConnectConnector.ts')
    return createWalletConnectConnector(options)
  }
  return [
    createLazyConnector({
      id: walletConnectId,
      name: 'WalletConnect',
      load: async () => load(walletConnect),
    }),
  ]
}
