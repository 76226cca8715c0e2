import { useMemo } from 'react'

import type { Network } from '#networks/network.ts'
import type { ChainId } from '#protocol/ids/caip.ts'
import { useDiscovery } from '../service/discovery.ts'

/**
 * Where each chain answers; undefined until that is known.
 *
 * A bundled network names its endpoints itself. Only a devnet's are taken from the service: its
 * nodes are local, and their ports may be chosen at start. Without an answer the bundle's are tried.
 */
export function useRpcUrls(network: Network): ReadonlyMap<ChainId, string> | undefined {
  const { data: discovery, isError } = useDiscovery()
  return useMemo(() => {
    if (!network.isDevnet || (isError && !discovery))
      return new Map(network.chains.map((one) => [one.chainId, one.rpcUrl]))
    if (!discovery) return undefined
    const known = new Map(discovery.chains.map(({ chain, rpcUrl }) => [chain, rpcUrl]))
    return new Map(
      network.chains.map(({ chainId, rpcUrl }) => [chainId, known.get(chainId) ?? rpcUrl]),
    )
  }, [network, discovery, isError])
}
