import type { CreateConnectorFn } from 'wagmi'

import { createLazyConnector } from './createLazyConnector.ts'
import type { RemoteWallets } from './remoteWallets.ts'

/** The connector id of WalletConnect. */
export const walletConnectId = 'walletConnect'

/**
 * Creates the connectors of the wallets that the deployment allows. Each loads its code when
 * somebody chooses it.
 *
 * @param rpcUrls - RPC addresses by chain, to ask whether an owner is held by a key.
 */
export function createRemoteConnectors(
  { walletConnect }: RemoteWallets,
  rpcUrls: ReadonlyMap<number, readonly string[]>,
): CreateConnectorFn[] {
  if (!walletConnect) return []
  const { projectId, relayUrl } = walletConnect
  async function load(): Promise<CreateConnectorFn> {
    const [{ createWalletConnectConnector }, { requireKeyAccount }] = await Promise.all([
      import('./walletConnect/walletConnectConnector.ts'),
      import('./requireKeyAccount.ts'),
    ])
    return createWalletConnectConnector({
      projectId,
      relayUrl,
      checkOwner: async (address, chainIds) =>
        requireKeyAccount(
          address,
          chainIds.map((id) => rpcUrls.get(id) ?? []),
        ),
    })
  }
  return [createLazyConnector({ id: walletConnectId, name: 'WalletConnect', load })]
}
