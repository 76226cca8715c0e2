import { createConnector, type CreateConnectorFn } from 'wagmi'

import { translate } from '../../language/translate.ts'
import { providerCode, ProviderError } from '../errors/providerError.ts'
import { getLocalWallet, watchLocalWallet } from './localWallet.ts'
import { localWalletRdns, localWalletTarget } from './localWalletIdentity.ts'

/** What a script gets that finds the connector: the signing step asks the wallet itself. */
const provider = Object.freeze({
  async request({ method }: { method: string }): Promise<never> {
    throw new ProviderError(
      providerCode.unsupportedMethod,
      translate('{method} isn’t supported.', { method }),
    )
  },
})

/**
 * Creates the local wallet's connector, which shares its accounts and signs nothing (see
 * `signing/localSigning.ts`). It is not announced; setting `rdns` makes wagmi ignore any wallet that
 * announces itself under this name.
 */
export function createLocalConnector(): CreateConnectorFn {
  return createConnector(({ chains, emitter, storage }) => {
    const usedKey = `${localWalletRdns}.used`
    const { id: chainId } = chains[0]
    watchLocalWallet(() => {
      const accounts = getAccounts()
      if (accounts.length > 0) emitter.emit('change', { accounts })
      else emitter.emit('disconnect')
    })
    return {
      id: localWalletRdns,
      rdns: localWalletRdns,
      type: 'local',
      ...localWalletTarget,
      async connect() {
        const accounts = getAccounts()
        if (accounts.length === 0)
          throw new ProviderError(providerCode.unauthorized, translate('There is no local wallet.'))
        await storage?.setItem(usedKey, true)
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nobody asks for capabilities
        return { accounts: accounts as never, chainId }
      },
      async disconnect() {
        await storage?.removeItem(usedKey)
      },
      async isAuthorized() {
        return getAccounts().length > 0 && (await storage?.getItem(usedKey)) === true
      },
      getAccounts: async () => getAccounts(),
      getChainId: async () => chainId,
      getProvider: async () => provider,
      // It hears of changes by itself.
      onAccountsChanged: () => undefined,
      onChainChanged: () => undefined,
      onDisconnect: () => undefined,
    }
  })
}

function getAccounts() {
  return getLocalWallet()?.addresses ?? []
}
