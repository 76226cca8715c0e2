import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'

import type { EnsAnswer } from '#chains/evm/names/readEnsAddress.ts'
import { findNamesChain } from '#networks/getChain.ts'
import type { EvmNetworkChain, Network } from '#networks/network.ts'
import { type ChainId, getEvmChainNumber } from '#protocol/ids/caip.ts'
import { getDirectEvmClient } from './getEvmClient.ts'
import { useRpcUrls } from './rpcUrls.ts'

/**
 * What the chain itself says of a name. `malformed`: it can be no name. `unreachable`: this browser has no
 * endpoint of the chain but the service's relay, whose word would be the service's.
 */
export type NameAnswer = (EnsAnswer & { name: string }) | { kind: 'malformed' | 'unreachable' }

/** Query of what a name points to, read by the chain's own endpoint; for a chain, or for all. */
export function ensNameOptions(
  network: Network,
  of: {
    text: string | undefined
    chainId: ChainId | undefined
    rpcUrls: ReadonlyMap<ChainId, string> | undefined
  },
) {
  const { text, chainId, rpcUrls } = of
  const chain = findNamesChain(network)
  return queryOptions({
    queryKey: ['ensName', network.name, text, chainId],
    queryFn:
      chain && text !== undefined && rpcUrls
        ? () => readName(chain, { text, chainId, rpcUrls })
        : skipToken,
    staleTime: 60_000,
    retry: 1,
  })
}

/** {@link ensNameOptions}; nothing is asked while `text` is undefined. */
export function useEnsName(
  network: Network,
  of: { text: string | undefined; chainId: ChainId | undefined },
) {
  const rpcUrls = useRpcUrls(network, { isNeeded: of.text !== undefined })
  return useQuery(ensNameOptions(network, { ...of, rpcUrls }))
}

async function readName(
  chain: EvmNetworkChain,
  of: { text: string; chainId: ChainId | undefined; rpcUrls: ReadonlyMap<ChainId, string> },
): Promise<NameAnswer> {
  const { ensUniversalResolver: resolver } = chain
  const client = getDirectEvmClient(chain, of.rpcUrls)
  if (!client || !resolver) return { kind: 'unreachable' }
  // The rules of names are large: loaded with the first one.
  const { normalizeName, readEnsAddress } = await import('#chains/evm/names/readEnsAddress.ts')
  const name = normalizeName(of.text)
  if (name === undefined) return { kind: 'malformed' }
  const chainNumber = of.chainId && getEvmChainNumber(of.chainId)
  return { ...(await readEnsAddress(client, { resolver, name, chainNumber })), name }
}
