import { createEvmClient, type EvmClient } from '#chains/evm/rpc/client.ts'
import type { ChainId } from '#protocol/ids/caip.ts'
import { getChainUrls, isRelayUrl } from './chainUrls.ts'
import { createChainPost } from './relayedChains.ts'

/** An EVM chain and its default endpoint. */
type EvmEndpoint = { chainId: ChainId; rpcUrl: string }

/** One client per endpoint, as it tracks for how long a dead endpoint is skipped. */
const clients = new Map<string, EvmClient>()

/**
 * Returns the shared client of an EVM chain. It asks the chain's own endpoint, and the service's
 * relay where that does not answer.
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
      maxTrialMs: 5_000,
      post: (rpcUrl) => createChainPost(chainId, rpcUrl),
    })
  clients.set(key, client)
  return client
}

/**
 * Returns a client that asks the chain's own endpoint only, for what is shown beside the word of the
 * service: its relay would make that the service's word too. Undefined where there is no such endpoint.
 */
export function getDirectEvmClient(
  { chainId, rpcUrl }: EvmEndpoint,
  rpcUrls: ReadonlyMap<ChainId, string>,
): EvmClient | undefined {
  const [url] = getChainUrls(chainId, rpcUrls.get(chainId) ?? rpcUrl)
  if (isRelayUrl(url, chainId)) return undefined
  const key = `${chainId} ${url} alone`
  const client =
    clients.get(key) ??
    createEvmClient(chainId, { rpcUrl: url, maxTrialMs: 5_000, isChecked: true })
  clients.set(key, client)
  return client
}

/** Forgets which endpoints were dead, as a new visit of the page does. */
export function forgetEvmClients(): void {
  clients.clear()
}
