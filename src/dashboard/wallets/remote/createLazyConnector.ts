import { createConnector, type CreateConnectorFn } from 'wagmi'

type Connector = ReturnType<CreateConnectorFn>

/** What a connector is before its code is loaded. */
export type LazyConnector = {
  id: string
  name: string
  load: () => Promise<CreateConnectorFn>
}

/**
 * Creates a connector whose code is loaded once somebody chooses it, and after a reload only where
 * it was connected: wagmi asks every connector at the start whether it is.
 */
export function createLazyConnector({ id, name, load }: LazyConnector): CreateConnectorFn {
  return createConnector((config) => {
    const usedKey = `${id}.used`
    let loading: Promise<Connector> | undefined
    function open(): Promise<Connector> {
      loading ??= load().then(
        async (create) => {
          const connector = create(config)
          await connector.setup?.()
          return connector
        },
        (cause: unknown) => {
          // The next try loads it again: this one may have been offline.
          loading = undefined
          throw cause
        },
      )
      return loading
    }
    async function wasUsed(): Promise<boolean> {
      return (await config.storage?.getItem(usedKey)) === true
    }
    return {
      id,
      name,
      type: id,
      async connect(how) {
        const connected = await (await open()).connect(how)
        await config.storage?.setItem(usedKey, true)
        return connected
      },
      async disconnect() {
        await config.storage?.removeItem(usedKey)
        await (await open()).disconnect()
      },
      async isAuthorized() {
        if (!(await wasUsed())) return false
        const isAuthorized = await (await open()).isAuthorized()
        if (!isAuthorized) await config.storage?.removeItem(usedKey)
        return isAuthorized
      },
      async getProvider() {
        if (!loading && !(await wasUsed())) throw new Error(id)
        return (await open()).getProvider()
      },
      getAccounts: async () => (await open()).getAccounts(),
      getChainId: async () => (await open()).getChainId(),
      // The connector hears its provider itself.
      onAccountsChanged: () => undefined,
      onChainChanged: () => undefined,
      onDisconnect: () => undefined,
    }
  })
}
