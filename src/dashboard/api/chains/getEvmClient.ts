import { createEvmClient, type EvmClient } from '#chains/evm/rpc/client.ts'
import type { ChainId } from '#protocol/ids/caip.ts'
import { getChainUrls } from './getChainUrls.ts'
import { createChainPost } from './relayedChains.ts'

/** An EVM chain, and where it answers unless `rpcUrls` say otherwise. */
type EvmEndpoint = { chainId: ChainId; rpcUrl: string }

/** One for each endpoint: it knows for how long a dead one is left alone. */
const clients = new Map<string, EvmClient>()

/**
 * The client of an EVM chain, the same one for every reading: it asks the chain's own endpoint, and the
 * service's relay where that one does not answer this browser.
 */
export function getEvmClient(
  { chainId, rpcUrl }: EvmEndpoint,
  rpcUrls?: ReadonlyMap<ChainId, string>,
): EvmClient {
  const [url, ...others] = getChainUrls(chainId, rpcUrls?.get(chainId) ?? rpcUrl)
  const key = `${chainId} ${url}`
  const client =
    clients.get(key) ??
    createEvmClient(chainId, {
      rpcUrl: url,
      otherRpcUrls: others,
      post: (rpcUrl) => createChainPost(chainId, rpcUrl),
    })
  clients.set(key, client)
  return client
}
