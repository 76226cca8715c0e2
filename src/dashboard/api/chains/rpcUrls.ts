import { useMemo } from 'react'

import type { Network } from '#networks/network.ts'
import type { ChainId } from '#protocol/ids/caip.ts'
import { useDiscovery } from '../service/discovery.ts'

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
