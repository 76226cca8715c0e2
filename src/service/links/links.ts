import type { Chain } from '#chains/ports/chain.ts'
import { createEvmClient, type EvmClient } from '#chains/evm/rpc/client.ts'
import { createEvmChain } from '#chains/evm/evmChain.ts'
import { createEvmSettlement } from '#chains/evm/settlement/evmSettlement.ts'
import type { SettlementKeys } from '#chains/evm/settlement/prepareTransaction.ts'
import type { SettlementChain } from '#chains/ports/settlementChain.ts'
import type { SolanaClient } from '#chains/solana/rpc/client.ts'
import { getEvmChains } from '#networks/getChain.ts'
import type { EvmNetworkChain, SolanaNetworkChain } from '#networks/network.ts'
import { getTokenContracts } from '#networks/contracts.ts'
import type { ChainId } from '#protocol/ids/caip.ts'
import type { Config } from '../config/config.ts'
import type { SettlementChains } from '../executions/plan/executionPlan.ts'
import { ofVisitors, postByNode } from './postByNode.ts'
import { createSolanaLinks } from './solanaLinks.ts'

/** Clients and adapters of all chains, shared within a process. */
export type Links = {
  chains: ReadonlyMap<ChainId, Chain>
  settlements: SettlementChains
  clients: readonly {
    chain: EvmNetworkChain
    /** Of a single provider. */
    client: EvmClient
    /** Of the same provider, with the others as fallback. */
    reads: EvmClient
    /** Of the same providers, for what visitors ask: nothing of the service waits behind it. */
    visitors: EvmClient
    /** One of each provider, in the order configured; each confirms which chain it serves. */
    providers: readonly EvmClient[]
  }[]
  solanaClients: readonly {
    chain: SolanaNetworkChain
    client: SolanaClient
    /** See above. */
    visitors: SolanaClient
    providers: readonly SolanaClient[]
  }[]
}

/**
 * Creates the links of a configuration; they can sign only with the configured keys.
 *
 * @param onDisagreement - Called when two providers of a chain contradict each other.
 */
export function createLinks(config: Config, onDisagreement: (sentence: string) => void): Links {
  const { network, rpcUrls, quorumRpcUrls, keys } = config
  const clients = getEvmChains(network).map((chain) => {
    const rpcUrl = rpcUrls[chain.chainId] ?? chain.rpcUrl
    const { maxWaitMs: maxTrialMs } = config
    const how = { rpcUrl, maxTrialMs, post: postByNode }
    const client = createEvmClient(chain.chainId, how)
    const otherRpcUrls = quorumRpcUrls[chain.chainId] ?? []
    // Money decisions compare providers, so there they must not stand in for each other.
    const reads =
      otherRpcUrls.length === 0 ? client : createEvmClient(chain.chainId, { ...how, otherRpcUrls })
    const visitors = createEvmClient(chain.chainId, {
      rpcUrl,
      otherRpcUrls,
      ...ofVisitors,
      maxTrialMs: ofVisitors.timeoutMs,
    })
    const providers = [rpcUrl, ...otherRpcUrls].map((url) =>
      createEvmClient(chain.chainId, { rpcUrl: url, post: postByNode, isChecked: true }),
    )
    return { chain, client, reads, visitors, providers }
  })
  const solanaLinks = createSolanaLinks(config, onDisagreement)
  const { roles } = network
  const signing = getSettlementKeys(keys)
  return {
    clients,
    solanaClients: solanaLinks,
    chains: new Map<ChainId, Chain>([
      ...clients.map(({ chain, reads }) => {
        const evm = createEvmChain(chain, { client: reads, paymasterKey: keys.paymaster })
        return [chain.chainId, evm] as const
      }),
      ...solanaLinks.map(({ chain, reads }) => [chain.chainId, reads] as const),
    ]),
    settlements: new Map<ChainId, SettlementChain>([
      ...clients.map(({ chain, client }) => {
        const settlement = createEvmSettlement(chain, {
          client,
          quorumClients: (quorumRpcUrls[chain.chainId] ?? []).map((rpcUrl) =>
            createEvmClient(chain.chainId, { rpcUrl, post: postByNode }),
          ),
          onDisagreement,
          roles,
          tokens: getTokenContracts(network, chain.chainId),
          ...(signing && { keys: signing, moreExecutors: keys.moreExecutors ?? [] }),
        })
        return [chain.chainId, settlement] as const
      }),
      ...solanaLinks.map(({ chain, settlement }) => [chain.chainId, settlement] as const),
    ]),
  }
}

/** The worker's four keys; undefined in a process that sends nothing. */
function getSettlementKeys({ executor, solver, cosigner, paymaster }: Config['keys']) {
  if (!executor || !solver || !cosigner || !paymaster) return undefined
  return { executor, solver, cosigner, paymaster } satisfies SettlementKeys
}
