import { createEvmClient, type EvmClient } from '#chains/evm/rpc/client.ts'
import type { ChainId } from '#protocol/ids/caip.ts'
import { chainUrls } from './chainUrls.ts'
import { chainPost } from './relayedChains.ts'

/** An EVM chain, and where it answers unless `rpcUrls` say otherwise. */
type EvmPlace = { chainId: ChainId; rpcUrl: string }

/** One for each endpoint: it knows for how long a dead one is left alone. */
const clients = new Map<string, EvmClient>()

/**
 * The client of an EVM chain, the same one for every reading: it asks the chain's own endpoint, and the
 * service's relay where that one does not answer this browser.
 */
export function evmClient(
  { chainId, rpcUrl }: EvmPlace,
  rpcUrls?: ReadonlyMap<ChainId, string>,
): EvmClient {
  const [url, ...others] = chainUrls(chainId, rpcUrls?.get(chainId) ?? rpcUrl)
  const key = `${chainId} ${url}`
  const client =
    clients.get(key) ??
    createEvmClient(chainId, {
      rpcUrl: url,
      otherRpcUrls: others,
      post: (rpcUrl) => chainPost(chainId, rpcUrl),
    })
  clients.set(key, client)
  return client
}
