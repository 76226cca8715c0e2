import { createConnector, type CreateConnectorFn } from 'wagmi'

import {
  createWalletConnectLink,
  endSessions,
  findSession,
  openClient,
  pairAnew,
  restoreSession,
  type WalletConnectOptions,
} from './walletConnectLink.ts'
import { createWalletConnectProvider, readAllowed } from './walletConnectProvider.ts'

/**
 * Creates the connector of wallets that are reached through WalletConnect's relay. wagmi's own is
 * not used: it loads its packages at every start, and shows a window of another product.
 */
export function createWalletConnectConnector(options: WalletConnectOptions): CreateConnectorFn {
  return createConnector(({ chains, emitter }) => {
    const link = createWalletConnectLink(options, {
      known: chains.map(({ id }) => id),
      onAccounts: (accounts) => emitter.emit('change', { accounts }),
      onEnd: () => emitter.emit('disconnect'),
    })
    let provider: ReturnType<typeof createWalletConnectProvider> | undefined
    return {
      id: 'walletConnect',
      name: 'WalletConnect',
      type: 'walletConnect',
      async connect({ isReconnecting = false } = {}) {
        const accounts = await (isReconnecting ? restoreSession(link) : pairAnew(link))
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nobody asks for capabilities
        return { accounts: accounts as never, chainId: link.chainId }
      },
      async disconnect() {
        await endSessions(await openClient(link))
      },
      async getAccounts() {
        const session = findSession(link, await openClient(link))
        return session ? readAllowed(session).accounts : []
      },
      getChainId: async () => link.chainId,
      async getProvider() {
        const client = await openClient(link)
        provider ??= createWalletConnectProvider(client, {
          find: () => findSession(link, client),
          getChainId: () => link.chainId,
          setChainId(chainId) {
            link.chainId = chainId
            emitter.emit('change', { chainId })
          },
        })
        return provider
      },
      async isAuthorized() {
        return findSession(link, await openClient(link)) !== undefined
      },
      // The link hears what the wallet does.
      onAccountsChanged: () => undefined,
      onChainChanged: () => undefined,
      onDisconnect: () => undefined,
    }
  })
}
