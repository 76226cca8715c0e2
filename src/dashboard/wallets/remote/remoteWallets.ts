import type { CreateConnectorFn } from 'wagmi'

import { createLazyConnector } from './createLazyConnector.ts'

/** Wallets outside of this browser that the deployment allows; they need hosts of others. */
export type RemoteWallets = {
  /** WalletConnect: the deployment's project there, and the relay that carries the messages. */
  walletConnect?: { projectId: string; relayUrl: string } | undefined
  /** Whether wallet apps of a phone are asked (Solana's Mobile Wallet Adapter). */
  hasMobileWallets?: boolean
}

/** Reads what the service wrote into the page; nothing is allowed by default. */
export function readRemoteWallets(dataset: Readonly<DOMStringMap>): RemoteWallets {
  const { walletConnect: projectId, walletConnectRelay: relayUrl } = dataset
  return {
    walletConnect: projectId && relayUrl ? { projectId, relayUrl } : undefined,
    hasMobileWallets: dataset['mobileWallets'] !== undefined,
  }
}

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
