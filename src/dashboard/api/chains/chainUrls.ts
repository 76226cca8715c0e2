import { useMemo } from 'react'

import type { ChainId } from '#protocol/ids/caip.ts'
import { parseHostName, isLoopbackName } from '#protocol/http/parseHostName.ts'
import { getServiceUrl } from './serviceUrl.ts'
import type { Network } from '#networks/network.ts'
import { useDiscovery } from '../service/discovery.ts'

/** The address of the service's relay to a chain. Source: wire, "Discovery". */
export function getRelayUrl(chainId: ChainId, own: string = getServiceUrl()): string {
  return `${own}/rpc/${chainId}`
}

/** Whether an address is the relay's of a service, however its host is spelled. */
export function isRelayUrl(url: string, chainId: ChainId): boolean {
  if (!URL.canParse(url)) return false
  const path = decodeURIComponent(new URL(url).pathname)
  return path.replace(/\/+$/, '').endsWith(`/rpc/${chainId}`)
}

/**
 * Lists the addresses of a chain, preferred first: the chain's own endpoint, whose answers the
 * service cannot change, then the service's relay. A loopback endpoint is left out unless the page
 * itself is local, as it would be the visitor's own machine.
 *
 * @param rpcUrl - The chain's endpoint; empty when none is known.
 */
export function getChainUrls(
  chainId: ChainId,
  rpcUrl: string,
  own: string = getServiceUrl(),
): readonly [string, ...(readonly string[])] {
  const relay = getRelayUrl(chainId, own)
  const isOwn = URL.canParse(rpcUrl) && (!isLoopback(rpcUrl) || isLoopback(own))
  return isOwn && !isRelayUrl(rpcUrl, chainId) ? [rpcUrl, relay] : [relay]
}

function isLoopback(url: string): boolean {
  return isLoopbackName(parseHostName(new URL(url).host) ?? '')
}

/**
 * The RPC endpoint of each chain; undefined until known, and where it is not needed.
 *
 * They come from the bundled network, except on a devnet, whose local nodes may use other ports:
 * there the service reports them. If it does not answer, the bundled ones are used.
 */
export function useRpcUrls(
  network: Network,
  { isNeeded = true } = {},
): ReadonlyMap<ChainId, string> | undefined {
  const { data: discovery, isError } = useDiscovery({ isNeeded: isNeeded && network.isDevnet })
  return useMemo(() => {
    if (!isNeeded) return undefined
    if (!network.isDevnet || (isError && !discovery))
      return new Map(network.chains.map((one) => [one.chainId, one.rpcUrl]))
    if (!discovery) return undefined
    const known = new Map(discovery.chains.map(({ chain, rpcUrl }) => [chain, rpcUrl]))
    return new Map(
      network.chains.map(({ chainId, rpcUrl }) => [chainId, known.get(chainId) ?? rpcUrl]),
    )
  }, [network, isNeeded, discovery, isError])
}
