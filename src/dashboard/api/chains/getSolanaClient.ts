import type { SolanaClient } from '#chains/solana/rpc/client.ts'
import type { SolanaNetworkChain } from '#networks/network.ts'
import { getChainUrls } from './getChainUrls.ts'
import { createChainPost } from './relayedChains.ts'

/** A Solana chain, and where it answers. */
export type SolanaEndpoint = { chain: SolanaNetworkChain; rpcUrl: string }

/** Asks once which cluster an endpoint serves, so it is kept. */
const clients = new Map<string, SolanaClient>()

/** The client of a Solana chain; what it is made of is loaded when first wanted. */
export async function getSolanaClient({ chain, rpcUrl }: SolanaEndpoint): Promise<SolanaClient> {
  const { createSolanaClient } = await import('#chains/solana/rpc/client.ts')
  const key = `${chain.chainId} ${rpcUrl}`
  const { genesisHash } = chain
  const client =
    clients.get(key) ??
    createSolanaClient(chain.chainId, {
      rpcUrls: getChainUrls(chain.chainId, rpcUrl),
      genesisHash,
      post: (url) => createChainPost(chain.chainId, url),
    })
  clients.set(key, client)
  return client
}
