import { createConnector, type CreateConnectorFn } from 'wagmi'
import { injected } from 'wagmi/connectors/injected'

import { translate } from '../../language/translate.ts'
import { localWalletRdns, localWalletTarget } from './localWalletIdentity.ts'
import type { LocalProvider } from './localProvider.ts'

type Target = Extract<NonNullable<Parameters<typeof injected>[0]>['target'], { id: string }>
type WalletProvider = Extract<Target['provider'], { request: unknown }>

/**
 * Creates the local wallet's connector: wagmi's `injected`, with a provider that is not announced.
 * Setting `rdns` makes wagmi ignore any wallet that announces itself under the local wallet's rdns.
 */
export function createLocalConnector(provider: LocalProvider): CreateConnectorFn {
  if (!isWalletProvider(provider))
    throw new Error(translate('The local wallet isn’t an EIP-1193 provider.'))
  const { name, icon } = localWalletTarget
  const target = { id: localWalletRdns, name, icon, provider }
  return createConnector((config) => ({ ...injected({ target })(config), rdns: localWalletRdns }))
}

/** wagmi's provider type lists every EIP-1193 method and event; ours takes any. */
function isWalletProvider(provider: object): provider is WalletProvider {
  return 'request' in provider && 'on' in provider && 'removeListener' in provider
}
