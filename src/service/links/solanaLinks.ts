import type { Chain } from '#chains/ports/chain.ts'
import type { SettlementChain } from '#chains/ports/settlementChain.ts'
import { createSolanaClient, type SolanaClient } from '#chains/solana/rpc/client.ts'
import { createSolanaChain } from '#chains/solana/solanaChain.ts'
import { createSolanaSettlement } from '#chains/solana/settlement/solanaSettlement.ts'
import { getSolanaChains } from '#networks/getChain.ts'
import type { SolanaNetworkChain } from '#networks/network.ts'
import type { Config } from '../config/config.ts'
import { ofVisitors, postByNode } from './postByNode.ts'

/** Client and adapters of a Solana cluster. */
export type SolanaLink = {
  chain: SolanaNetworkChain
  /** For reading: asks the next provider when one does not answer. */
  client: SolanaClient
  /** Of the same providers, for what visitors ask. */
  visitors: SolanaClient
  /** One of each provider, in the order configured. */
  providers: readonly SolanaClient[]
  reads: Chain
  settlement: SettlementChain
}

/** Creates the links to a network's Solana clusters; they sign only with the configured keys. */
export function createSolanaLinks(
  { network, rpcUrls, quorumRpcUrls, keys: { solana: keys } }: Config,
  onDisagreement: (sentence: string) => void,
): readonly SolanaLink[] {
  return getSolanaChains(network).map((chain) => {
    const preferred = rpcUrls[chain.chainId] ?? chain.rpcUrl
    const others = quorumRpcUrls[chain.chainId] ?? []
    const client = createClientAt(chain, [preferred, ...others])
    // One provider per client: settlement requires two providers to agree.
    const providers = [preferred, ...others].map((url) => createClientAt(chain, [url]))
    const [main = client, ...quorumClients] = providers
    return {
      chain,
      client,
      providers,
      visitors: createSolanaClient(chain.chainId, {
        rpcUrls: [preferred, ...others],
        genesisHash: chain.genesisHash,
        ...ofVisitors,
      }),
      reads: createSolanaChain(chain, { client }),
      settlement: createSolanaSettlement(chain, {
        client: main,
        quorumClients,
        onDisagreement,
        ...getSigningKeys(keys),
      }),
    }
  })
}

function createClientAt(
  { chainId, genesisHash }: SolanaNetworkChain,
  rpcUrls: readonly string[],
): SolanaClient {
  return createSolanaClient(chainId, { rpcUrls, genesisHash, post: postByNode })
}

/** The worker's two keys; none in a process that sends nothing. */
function getSigningKeys({ executor, solver }: Config['keys']['solana'] = {}) {
  return executor && solver ? { keys: { executor, solver } } : {}
}
