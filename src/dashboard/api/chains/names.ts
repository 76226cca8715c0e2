import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'

import type { Network, NetworkChain } from '#networks/network.ts'
import type { ChainId } from '#protocol/ids/caip.ts'
import { useRpcUrls } from './chainUrls.ts'

/** A typed name, the chain that has the names, and the one that it would be paid on (or several). */
type Question = {
  text: string | undefined
  namesChain: NetworkChain | undefined
  chainId: ChainId | undefined
}

/** Query of what a name points to, read by the own endpoint of the chain that has the names. */
export function nameOptions(
  network: Network,
  of: Question & { rpcUrls: ReadonlyMap<ChainId, string> | undefined },
) {
  const { text, namesChain, chainId, rpcUrls } = of
  return queryOptions({
    queryKey: ['name', network.name, text, chainId],
    queryFn:
      namesChain && text !== undefined && rpcUrls
        ? async () => {
            const { readName } = await import('./readName.ts')
            return readName(namesChain, { text, chainId, rpcUrls })
          }
        : skipToken,
    // What is paid is what stands there: asked again while it does, and forgotten with the text.
    refetchInterval: 60_000,
    gcTime: 0,
    retry: 1,
  })
}

/** {@link nameOptions}; nothing is asked while `text` is undefined. */
export function useName(network: Network, of: Question) {
  const rpcUrls = useRpcUrls(network, { isNeeded: of.text !== undefined })
  return useQuery(nameOptions(network, { ...of, rpcUrls }))
}
