import { createConnector, type CreateConnectorFn } from 'wagmi'
import { injected } from 'wagmi/connectors/injected'

import { localWalletRdns, localWalletTarget } from './localWalletIdentity.ts'
import type { LocalProvider } from './localProvider.ts'

type Target = Extract<NonNullable<Parameters<typeof injected>[0]>['target'], { id: string }>
type WalletProvider = Extract<Target['provider'], { request: unknown }>

/**
 * The one way to the local wallet: the connector that wagmi makes for every announced wallet, around a
 * provider that is announced to nobody. By naming its rdns it also keeps out whoever announces another
 * wallet under the local wallet's name.
 */
export function createLocalConnector(provider: LocalProvider): CreateConnectorFn {
  if (!isWalletProvider(provider)) throw new Error('The local wallet is no EIP-1193 provider.')
  const { name, icon } = localWalletTarget
  const target = { id: localWalletRdns, name, icon, provider }
  return createConnector((config) => ({ ...injected({ target })(config), rdns: localWalletRdns }))
}

/** wagmi types each method and event of EIP-1193 one by one; ours takes them all. */
function isWalletProvider(provider: object): provider is WalletProvider {
  return 'request' in provider && 'on' in provider && 'removeListener' in provider
}
