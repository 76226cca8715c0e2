import { type Config, createConfig } from 'wagmi'
import { type Chain, defineChain, type Transport } from 'viem'

import type { Network, NetworkChain } from '#networks/network.ts'
import { type ChainId, evmChainNumber } from '#protocol/caip.ts'
import { announceLocalWallet } from './announcement.ts'
import { coinOf } from './coinOf.ts'
import { startIdleLock } from './idleLock.ts'
import { localConnector } from './localConnector.ts'
import { createLocalProvider, type LocalProvider } from './localProvider.ts'
import { prompts } from './prompts.ts'

/** Everything that connects this app to wallets; made once at start. */
export type Wallets = {
  config: Config
  network: Network
  /** The local wallet's providers: this app's own, and the one that is announced. */
  localProviders: readonly LocalProvider[]
  /** Where each chain is reached, by its number; see {@link learnRpcUrls}. */
  rpcUrls: Map<number, string>
}

/**
 * Finds the browser's wallets by EIP-6963, and announces the local one, which the app itself reaches
 * through a provider that nobody else gets. Chains come from the
 * compiled-in network; where they are reached may be corrected later by what discovery says.
 */
export function createWallets(network: Network): Wallets {
  const chains = network.chains.flatMap((chain) => {
    const id = evmChainNumber(chain.chainId)
    return id === undefined ? [] : [wagmiChain(chain, { id, network })]
  })
  const rpcUrls = new Map(chains.map(({ id, rpcUrls: urls }) => [id, urls.default.http[0] ?? '']))
  const known = [...rpcUrls].map(([chainId, rpcUrl]) => ({ chainId, rpcUrl }))
  const isPlayMoney = network.isDevnet
  const own = createLocalProvider(known, { from: 'app', isPlayMoney, prompts })
  const announced = createLocalProvider(known, { from: 'page', isPlayMoney, prompts })
  announceLocalWallet(announced)
  startIdleLock({ isPlayMoney })
  const [first, ...others] = chains
  if (!first) throw new Error(`The network "${network.name}" has no EVM chain.`)
  const config = createConfig({
    chains: [first, ...others],
    connectors: [localConnector(own)],
    transports: Object.fromEntries(chains.map(({ id }) => [id, noReads])),
  })
  return { config, network, localProviders: [own, announced], rpcUrls }
}

/** Corrects where chains are reached by what the service publishes; unknown chains are left out. */
export function learnRpcUrls(
  wallets: Wallets,
  said: readonly { chain: ChainId; rpcUrl: string }[],
): void {
  for (const { chain, rpcUrl } of said) {
    const chainId = evmChainNumber(chain)
    if (chainId !== undefined && wallets.rpcUrls.has(chainId)) wallets.rpcUrls.set(chainId, rpcUrl)
  }
  const chains = [...wallets.rpcUrls].map(([chainId, rpcUrl]) => ({ chainId, rpcUrl }))
  for (const provider of wallets.localProviders) provider.setChains(chains)
}

function wagmiChain(
  { name, rpcUrl }: NetworkChain,
  { id, network }: { id: number; network: Network },
): Chain {
  const coin = coinOf({ network, chainId: id })
  const { symbol = 'ETH', decimals = 18 } = coin ?? {}
  return defineChain({
    id,
    name,
    nativeCurrency: { name: coin?.name ?? 'Ether', symbol, decimals },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
}

/** Wallets are asked through their own provider, and nothing is read through this configuration. */
function noReads(): ReturnType<Transport> {
  return {
    config: { key: 'none', name: 'No reads', type: 'none', request: refuse },
    request: refuse,
  }
}

async function refuse(): Promise<never> {
  throw new Error('This configuration is for wallets; chains are read elsewhere.')
}
