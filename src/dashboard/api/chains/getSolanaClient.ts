import type { SolanaClient } from '#chains/solana/rpc/client.ts'
import type { SolanaNetworkChain } from '#networks/network.ts'
import { getChainUrls } from './getChainUrls.ts'
import { createChainPost } from './relayedChains.ts'

/** A Solana chain and its endpoint. */
export type SolanaEndpoint = { chain: SolanaNetworkChain; rpcUrl: string }

/** Cached, as a client asks an endpoint once which cluster it serves. */
const clients = new Map<string, SolanaClient>()

/** Returns the shared client of a Solana chain; its code is loaded on first use. */
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
