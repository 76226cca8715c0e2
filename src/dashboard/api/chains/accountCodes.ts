import { getEvmChains } from '#networks/getChain.ts'
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'

import { readDeploymentStatus, type DeploymentStatus } from '#chains/evm/account/delegation.ts'
import type { Network } from '#networks/network.ts'
import { toAddressKey } from '#protocol/accounts/account.ts'
import type { ChainId, EvmAddress } from '#protocol/ids/caip.ts'
import { getEvmClient } from './getEvmClient.ts'
import { useRpcUrls } from './chainUrls.ts'

/** The kind of code at an address, by chain; chains that did not answer are left out. */
export type AccountCodes = ReadonlyMap<ChainId, DeploymentStatus['code']>

/** Query of the kind of code at an address on each chain. */
export function accountCodesOptions(
  network: Network,
  of: { address: EvmAddress | undefined; rpcUrls: ReadonlyMap<ChainId, string> | undefined },
) {
  const { address, rpcUrls } = of
  return queryOptions({
    queryKey: ['accountCodes', network.name, address && toAddressKey(address)],
    queryFn: address && rpcUrls ? () => readCodes(network, { address, rpcUrls }) : skipToken,
    staleTime: 10_000,
    retry: 1,
    // A chain that did not answer is asked again while somebody looks.
    refetchInterval: ({ state: { data, status } }) =>
      status === 'error' || (data && data.size < getEvmChains(network).length) ? 15_000 : false,
  })
}

/** On which chains an account is deployed or delegated; nothing is asked without an address. */
export function useAccountCodes(network: Network, address: EvmAddress | undefined) {
  const rpcUrls = useRpcUrls(network, { isNeeded: address !== undefined })
  return useQuery(accountCodesOptions(network, { address, rpcUrls }))
}

async function readCodes(
  network: Network,
  { address, rpcUrls }: { address: EvmAddress; rpcUrls: ReadonlyMap<ChainId, string> },
): Promise<AccountCodes> {
  const read = await Promise.allSettled(
    getEvmChains(network).map(async (chain) => {
      const { delegate } = chain.contracts
      const { code } = await readDeploymentStatus(getEvmClient(chain, rpcUrls), {
        account: address,
        delegate,
      })
      return [chain.chainId, code] as const
    }),
  )
  return new Map(read.flatMap((chain) => (chain.status === 'fulfilled' ? [chain.value] : [])))
}
