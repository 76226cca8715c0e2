import { toDeployment } from '#networks/toDeployment.ts'
import type { Network, NetworkChain } from '#networks/network.ts'
import type { ChainId } from '#protocol/ids/caip.ts'
import type { Discovery, SupportedChain } from '#protocol/service/discovery.ts'
import type { Hash } from '#protocol/ids/hex.ts'
import type { SessionDefault } from '#protocol/accounts/session.ts'

/** What a deployment says about itself besides its network. */
export type Deployment = {
  network: Network
  /** Raw Ed25519 public key of the seal. */
  quoteSigner: Hash
  /** Addresses for browsers, by chain, never the service's own; it relays the chains that are not there. */
  publicRpcUrls: Readonly<Record<string, string>>
  sessionDefault: SessionDefault
  /** Address of the service, under which it relays the chains. */
  publicUrl: string
  hasFaucet: boolean
  /** A chain's block explorer; undefined where there is none. */
  explorerOf: (chainId: ChainId) => string | undefined
}

/** 200 of `GET /api/discovery`: everything a client needs to check what it is asked to sign. */
export function buildDiscovery(deployment: Deployment): Discovery {
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
    })),
  }
}

/** What stands on a chain: all contracts and how accounts sign, or the one program. */
function getSettlementContracts(chain: NetworkChain) {
  switch (chain.kind) {
    case 'evm':
      return { contracts: { ...chain.contracts }, approveDomain: chain.approveDomain }
    case 'solana':
      return { contracts: { originEscrow: chain.program }, isBeta: true as const }
  }
}

/** 200 of `GET /api/chains/supported-list`. */
export function buildSupportedChains({ chains }: Network): SupportedChain[] {
  return chains.map(({ chainId, isTestnet }) => {
    const [namespace = '', reference = ''] = chainId.split(':')
    return { chain: { chain: chainId, namespace, reference }, isTestnet }
  })
}
