import type { Chain } from '#chains/chain.ts'
import { createEvmClient, type EvmClient } from '#chains/evm/client.ts'
import { createEvmChain } from '#chains/evm/evmChain.ts'
import { createEvmSettlement } from '#chains/evm/evmSettlement.ts'
import type { SettlementKeys } from '#chains/evm/prepareTransaction.ts'
import type { SettlementChain } from '#chains/settlementChain.ts'
import type { SolanaClient } from '#chains/solana/client.ts'
import { evmChains } from '#networks/chainsOf.ts'
import type { EvmNetworkChain, SolanaNetworkChain } from '#networks/network.ts'
import { tokenContracts } from '#networks/tokenContracts.ts'
import type { ChainId } from '#protocol/caip.ts'
import type { Config } from './config.ts'
import type { SettlementChains } from './executions/plan.ts'
import { nodePost } from './nodePost.ts'
import { createSolanaLinks } from './solanaLinks.ts'

/** The chains as one process reaches them: one client for each, whatever uses it. */
export type Links = {
  chains: ReadonlyMap<ChainId, Chain>
  settlements: SettlementChains
  clients: readonly { chain: EvmNetworkChain; client: EvmClient }[]
  solanaClients: readonly { chain: SolanaNetworkChain; client: SolanaClient }[]
}

/**
 * Makes the links that a configuration describes; it can sign only what it has keys for.
 *
 * @param onDisagreement - Hears when two providers of a chain contradict each other.
 */
export function createLinks(config: Config, onDisagreement: (sentence: string) => void): Links {
  const { network, rpcUrls, witnessUrls, keys } = config
  const clients = evmChains(network).map((chain) => {
    const rpcUrl = rpcUrls[chain.chainId] ?? chain.rpcUrl
    const { mostWaitMs: mostTrialMs } = config
    const post = nodePost(rpcUrl)
    const client = createEvmClient(chain.chainId, { rpcUrl, mostTrialMs, post })
    return { chain, client }
  })
  const solanaLinks = createSolanaLinks(config, onDisagreement)
  const { roles } = network
  const signing = settlementKeys(keys)
  return {
    clients,
    solanaClients: solanaLinks,
    chains: new Map<ChainId, Chain>([
      ...clients.map(({ chain, client }) => {
        const evm = createEvmChain(chain, { client, paymasterKey: keys.paymaster })
        return [chain.chainId, evm] as const
      }),
      ...solanaLinks.map(({ chain, reads }) => [chain.chainId, reads] as const),
    ]),
    settlements: new Map<ChainId, SettlementChain>([
      ...clients.map(({ chain, client }) => {
        const settlement = createEvmSettlement(chain, {
          client,
          witnesses: (witnessUrls[chain.chainId] ?? []).map((rpcUrl) =>
            createEvmClient(chain.chainId, { rpcUrl, post: nodePost(rpcUrl) }),
          ),
          onDisagreement,
          roles,
          tokens: tokenContracts(network, chain.chainId),
          ...(signing && { keys: signing, moreExecutors: keys.moreExecutors ?? [] }),
        })
        return [chain.chainId, settlement] as const
      }),
      ...solanaLinks.map(({ chain, settlement }) => [chain.chainId, settlement] as const),
    ]),
  }
}

/** The worker's four keys; undefined in a process that sends nothing. */
function settlementKeys({ executor, solver, cosigner, paymaster }: Config['keys']) {
  if (!executor || !solver || !cosigner || !paymaster) return undefined
  return { executor, solver, cosigner, paymaster } satisfies SettlementKeys
}
