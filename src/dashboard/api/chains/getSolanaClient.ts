import type { SolanaClient } from '#chains/solana/rpc/client.ts'
import type { SolanaNetworkChain } from '#networks/network.ts'
import { getChainUrls, getRelayUrl } from './chainUrls.ts'
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

/**
 * Returns a client that asks the chain's own endpoint only, for what must not be the word of the service,
 * as the answer of its relay would be. Undefined where there is no such endpoint.
 */
export async function getDirectSolanaClient({
  chain,
  rpcUrl,
}: SolanaEndpoint): Promise<SolanaClient | undefined> {
  const { chainId, genesisHash } = chain
  const [url] = getChainUrls(chainId, rpcUrl)
  if (url === getRelayUrl(chainId)) return undefined
  const { createSolanaClient } = await import('#chains/solana/rpc/client.ts')
  const key = `${chainId} ${url} alone`
  const client = clients.get(key) ?? createSolanaClient(chainId, { rpcUrls: [url], genesisHash })
  clients.set(key, client)
  return client
}
