import type { Chain } from '#chains/chain.ts'
import { createEvmClient, type EvmClient } from '#chains/evm/client.ts'
import { createEvmChain } from '#chains/evm/evmChain.ts'
import { createEvmSettlement } from '#chains/evm/evmSettlement.ts'
import type { SettlementKeys } from '#chains/evm/prepareTransaction.ts'
import { createSolanaClient, type SolanaClient } from '#chains/solana/client.ts'
import { createSolanaChain } from '#chains/solana/solanaChain.ts'
import { evmChains, solanaChains } from '#networks/chainsOf.ts'
import type { EvmNetworkChain, SolanaNetworkChain } from '#networks/network.ts'
import { tokenContracts } from '#networks/tokenContracts.ts'
import type { ChainId } from '#protocol/caip.ts'
import type { Config } from './config.ts'
import type { SettlementChains } from './executions/plan.ts'
import { nodePost } from './nodePost.ts'

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
export function createLinks(
  { network, rpcUrls, witnessUrls, keys }: Config,
  onDisagreement: (sentence: string) => void,
): Links {
  const clients = evmChains(network).map((chain) => {
    const client = clientAt(chain, rpcUrls[chain.chainId] ?? chain.rpcUrl)
    return { chain, client }
  })
  const solanaClients = solanaChains(network).map((chain) => {
    const [first = chain.rpcUrl, ...others] = urlsOf(chain.chainId)
    return { chain, client: solanaClientAt(chain, [first, ...others]) }
  })
  const { roles } = network
  const signing = settlementKeys(keys)
  return {
    clients,
    solanaClients,
    chains: new Map<ChainId, Chain>([
      ...clients.map(({ chain, client }) => {
        const evm = createEvmChain(chain, { client, paymasterKey: keys.paymaster })
        return [chain.chainId, evm] as const
      }),
      ...solanaClients.map(({ chain, client }) => {
        return [chain.chainId, createSolanaChain(chain, { client })] as const
      }),
    ]),
    settlements: new Map(
      clients.map(({ chain, client }) => [
        chain.chainId,
        createEvmSettlement(chain, {
          client,
          witnesses: (witnessUrls[chain.chainId] ?? []).map((url) => clientAt(chain, url)),
          onDisagreement,
          roles,
          tokens: tokenContracts(network, chain.chainId),
          ...(signing && { keys: signing }),
        }),
      ]),
    ),
  }

  function urlsOf(chainId: ChainId): readonly string[] {
    const first = rpcUrls[chainId]
    return first === undefined ? [] : [first, ...(witnessUrls[chainId] ?? [])]
  }
}

/** One that asks the next provider when one does not answer. */
function solanaClientAt(
  { chainId, genesisHash }: SolanaNetworkChain,
  urls: readonly string[],
): SolanaClient {
  return createSolanaClient(chainId, { rpcUrls: urls, genesisHash, post: nodePost })
}

function clientAt({ chainId }: EvmNetworkChain, rpcUrl: string): EvmClient {
  return createEvmClient(chainId, { rpcUrl, post: nodePost(rpcUrl) })
}

/** The worker's four keys; undefined in a process that sends nothing. */
function settlementKeys({ executor, solver, cosigner, paymaster }: Config['keys']) {
  if (!executor || !solver || !cosigner || !paymaster) return undefined
  return { executor, solver, cosigner, paymaster } satisfies SettlementKeys
}
