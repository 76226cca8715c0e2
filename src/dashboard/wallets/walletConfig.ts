import {
  type Config,
  type Connector,
  createConfig,
  type CreateConnectorFn,
  createStorage,
  injected,
} from 'wagmi'
import { getConnections, reconnect, watchConnectors } from 'wagmi/actions'
import { type Chain, defineChain, defineTransactionRequest, toHex, type Transport } from 'viem'

import type { Network, NetworkChain } from '#networks/network.ts'
import { type ChainId, getEvmChainNumber, isSameAsset } from '#protocol/ids/caip.ts'
import { localStore } from '../browserStores.ts'
import { translate } from '../language/translate.ts'
import { createLocalConnector } from './local/localConnector.ts'
import { loadLocalWallet } from './local/localWallet.ts'
import { createRemoteConnectors, type RemoteWallets } from './remote/remoteWallets.ts'

/** Everything that connects this app to wallets; created once at start. */
export type Wallets = {
  config: Config
  network: Network
  /** RPC addresses by EVM chain id; see {@link updateRpcUrls}. */
  rpcUrls: Map<number, readonly string[]>
  /** Whether wallet apps of a phone may be asked (Solana's Mobile Wallet Adapter). */
  hasMobileWallets: boolean
}

/**
 * Creates the wagmi configuration. Wallets of the browser are found through EIP-6963, also late, or
 * as `window.ethereum`; the local wallet, only where tokens have no value, has a connector of its own
 * and is not announced. Chains come from the compiled-in network; discovery may correct their RPC
 * addresses later.
 *
 * @param remote - Wallets outside of this browser that the deployment allows; none by default.
 */
export function createWallets(network: Network, remote: RemoteWallets = {}): Wallets {
  const chains = network.chains.flatMap((chain) => {
    const id = getEvmChainNumber(chain.chainId)
    return id === undefined ? [] : [toWagmiChain(chain, { id, network })]
  })
  const rpcUrls = new Map(chains.map(({ id, rpcUrls: urls }) => [id, urls.default.http]))
  loadLocalWallet(network)
  const [first, ...others] = chains
  if (!first)
    throw new Error(
      translate('The network “{network}” has no EVM chain.', { network: network.name }),
    )
  const config = createConfig({
    chains: [first, ...others],
    connectors: [
      ...(network.isDevnet ? [createLocalConnector()] : []),
      createUnannouncedConnector,
      ...createRemoteConnectors(remote),
    ],
    storage: createStorage({
      storage: { ...localStore, setItem: (key, text) => void localStore.setItem(key, text) },
    }),
    transports: Object.fromEntries(chains.map(({ id }) => [id, createNoReadTransport])),
  })
  restoreLateWallet(config)
  const hasMobileWallets = remote.hasMobileWallets ?? false
  return { config, network, rpcUrls, hasMobileWallets }
}

/** Updates the RPC addresses of known chains; unknown chains are ignored. */
export function updateRpcUrls(
  wallets: Wallets,
  reported: readonly { chain: ChainId; rpcUrls: readonly string[] }[],
): void {
  for (const { chain, rpcUrls } of reported) {
    const chainId = getEvmChainNumber(chain)
    if (chainId !== undefined && wallets.rpcUrls.has(chainId)) wallets.rpcUrls.set(chainId, rpcUrls)
  }
}

/** The connector's id of a wallet that is only there as `window.ethereum`. */
export const unannouncedId = 'injected'

/** Connects what is only there as `window.ethereum`, as wallets were before EIP-6963. */
function createUnannouncedConnector(config: Parameters<CreateConnectorFn>[0]) {
  return { ...injected()(config), id: unannouncedId, name: translate('Browser wallet') }
}

/** Restores the wallet that was used last, where it announces itself only after the start. */
function restoreLateWallet(config: Config): void {
  watchConnectors(config, {
    onChange(connectors, before) {
      const added = connectors.filter(({ uid }) => before.every((one) => one.uid !== uid))
      void restore(config, added)
    },
  })
}

async function restore(config: Config, added: readonly Connector[]): Promise<void> {
  await untilSettled(config)
  const lastId = await config.storage?.getItem('recentConnectorId')
  const last = added.find(({ id }) => id === lastId)
  if (!last) return
  // Those that are connected are named too, as wagmi drops the others.
  const connected = getConnections(config).map(({ connector }) => connector)
  await reconnect(config, { connectors: [last, ...connected] })
}

/** Waits while wagmi connects or restores: it ignores what it is asked meanwhile. */
async function untilSettled(config: Config): Promise<void> {
  function isBusy(): boolean {
    return config.state.status === 'connecting' || config.state.status === 'reconnecting'
  }
  if (!isBusy()) return
  await new Promise<void>((resolve) => {
    const stop = config.subscribe(
      ({ status }) => status,
      () => {
        if (isBusy()) return
        stop()
        resolve()
      },
    )
  })
}

/** viem leaves out the chain; a wallet that has just switched away would send on another one. */
const transactionRequest = defineTransactionRequest({
  format: ({ chainId }: { chainId?: number | undefined }) =>
    chainId === undefined ? {} : { chainId: toHex(chainId) },
})

function toWagmiChain(
  { name, rpcUrl, nativeAsset }: NetworkChain,
  { id, network }: { id: number; network: Network },
): Chain {
  const coin = network.aggregates
    .flatMap(({ members }) => members)
    .find(({ assetType }) => isSameAsset(assetType, nativeAsset))
  const { symbol = 'ETH', decimals = 18 } = coin ?? {}
  return defineChain({
    id,
    name,
    nativeCurrency: { name: coin?.name ?? 'Ether', symbol, decimals },
    rpcUrls: { default: { http: [rpcUrl] } },
    formatters: { transactionRequest },
  })
}

/** Wallets use their own provider and chains are read elsewhere, so this transport rejects. */
function createNoReadTransport(): ReturnType<Transport> {
  return {
    config: { key: 'none', name: 'none', type: 'none', request: rejectRead },
    request: rejectRead,
  }
}

async function rejectRead(): Promise<never> {
  throw new Error(translate('Chains are read elsewhere.'))
}
