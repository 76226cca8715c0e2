import { queryOptions, skipToken, useQueries, useQuery } from '@tanstack/react-query'

import { type ContractFacts, readContract } from '#chains/evm/assets/readContract.ts'
import { findEvmChain } from '#networks/getChain.ts'
import type { Network } from '#networks/network.ts'
import { toAddressKey } from '#protocol/accounts/account.ts'
import type { ChainId, EvmAddress } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import { translate } from '../../language/translate.ts'
import { getEvmClient } from './getEvmClient.ts'
import { useRpcUrls } from './chainUrls.ts'

/** An address on a chain. */
export type ContractPlace = { chainId: ChainId; address: EvmAddress }

/** Query of what a chain says of an address. */
export function contractFactsOptions(
  network: Network,
  of: { place: ContractPlace | undefined; rpcUrls: ReadonlyMap<ChainId, string> | undefined },
) {
  const { place, rpcUrls } = of
  const chain = place && findEvmChain(network, place.chainId)
  return queryOptions({
    queryKey: ['contract', network.name, place?.chainId, place && toAddressKey(place.address)],
    queryFn:
      chain && place && rpcUrls
        ? () => readContract(getEvmClient(chain, rpcUrls), place.address)
        : skipToken,
    staleTime: 60_000,
    retry: 1,
  })
}

/** What a chain says of an address; idle without one. */
export function useContractFacts(network: Network, place: ContractPlace | undefined) {
  return useQuery(contractFactsOptions(network, { place, rpcUrls: useRpcUrls(network) }))
}

/** What chains say of several addresses, in the order asked; undefined until known. */
export function useManyContractFacts(
  network: Network,
  places: readonly ContractPlace[],
): readonly (ContractFacts | undefined)[] {
  const rpcUrls = useRpcUrls(network)
  return useQueries({
    queries: places.map((place) => contractFactsOptions(network, { place, rpcUrls })),
    combine: (read) => read.map(({ data }) => data),
  })
}

/** Returns what asks a contract on the latest block; its answer is the raw result. */
export function useContractRead(
  network: Network,
  { chainId, address }: ContractPlace,
): (data: Hex) => Promise<Hex> {
  const rpcUrls = useRpcUrls(network)
  return async (data) => {
    const chain = findEvmChain(network, chainId)
    if (!chain) throw new Error(translate('{chainId} isn’t on this network.', { chainId }))
    return getEvmClient(chain, rpcUrls).rpc.request({
      method: 'eth_call',
      params: [{ to: address, data }, 'latest'],
    })
  }
}
