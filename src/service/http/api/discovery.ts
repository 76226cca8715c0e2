import { toDeployment } from '#networks/toDeployment.ts'
import type { Network, NetworkChain } from '#networks/network.ts'
import { type ChainId, isBeta } from '#protocol/ids/caip.ts'
import type { Discovery } from '#protocol/service/discovery.ts'
import type { SupportedChain } from '#protocol/service/assets.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import type { SessionDefault } from '#protocol/accounts/sessionDefault.ts'

/** What discovery reports besides the network. */
export type DiscoverySource = {
  network: Network
  /** Raw Ed25519 public key of quote signatures. */
  quoteSigner: Hash
  /** Public RPC URLs by chain, for browsers; chains without one are relayed by the service. */
  publicRpcUrls: Readonly<Record<string, string>>
  sessionDefault: SessionDefault
  /** Base URL of the service, under which it relays chains. */
  publicUrl: string
  hasFaucet: boolean
  /** Returns a chain's block explorer; undefined when there is none. */
  explorerOf: (chainId: ChainId) => string | undefined
}

/** Builds the response of `GET /api/discovery`: what a client needs to verify what it signs. */
export function buildDiscovery(deployment: DiscoverySource): Discovery {
  const { network, quoteSigner } = deployment
  const installed = toDeployment(network)
  return {
    ...(installed && { deployment: installed }),
    network: network.name,
    quoteSigner,
    aggregatedPrefix: network.names.aggregatedPrefix,
    accountTypes: { ...network.names.accountTypes },
    sessionPolicy: deployment.sessionDefault,
    hasFaucet: deployment.hasFaucet,
    chains: network.chains.map((chain) => ({
      chain: chain.chainId,
      name: chain.name,
      isTestnet: chain.isTestnet,
      isDevnet: network.isDevnet,
      rpcUrl:
        deployment.publicRpcUrls[chain.chainId] ?? `${deployment.publicUrl}/rpc/${chain.chainId}`,
      explorerUrl: deployment.explorerOf(chain.chainId),
      nativeAsset: chain.nativeAsset,
      ...getSettlementContracts(chain),
      ...(isBeta(chain.chainId) && { isBeta: true as const }),
    })),
  }
}

/** Contracts and signing domain of an EVM chain, or the program of a Solana cluster. */
function getSettlementContracts(chain: NetworkChain) {
  switch (chain.kind) {
    case 'evm':
      return {
        contracts: { ...chain.contracts },
        approveDomain: chain.approveDomain,
        ...(chain.vault && { vault: chain.vault }),
      }
    case 'solana':
      return { contracts: { originEscrow: chain.program } }
  }
}

/** Builds the response of `GET /api/chains/supported-list`. */
export function buildSupportedChains({ chains }: Network): SupportedChain[] {
  return chains.map(({ chainId, isTestnet }) => {
    const [namespace = '', reference = ''] = chainId.split(':')
    return { chain: { chain: chainId, namespace, reference }, isTestnet }
  })
}
