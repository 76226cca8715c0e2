import { getEvmChains } from '#networks/getChain.ts'
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'

import {
  readDeploymentStatus,
  type DeploymentStatus,
} from '#chains/evm/account/readDeploymentStatus.ts'
import type { Network } from '#networks/network.ts'
import { toAddressKey } from '#protocol/accounts/account.ts'
import type { ChainId, EvmAddress } from '#protocol/ids/caip.ts'
import { getEvmClient } from './getEvmClient.ts'
import { useRpcUrls } from './rpcUrls.ts'

/** What stands at an address, by chain; a chain that did not answer is left out. */
export type AccountCodes = ReadonlyMap<ChainId, DeploymentStatus['code']>

/** Key and fetch of what stands at an address on each chain, read from the chains themselves. */
export function accountCodesOptions(
  network: Network,
  of: { address: EvmAddress; rpcUrls: ReadonlyMap<ChainId, string> | undefined },
) {
  const { address, rpcUrls } = of
  return queryOptions({
    queryKey: ['accountCodes', network.name, toAddressKey(address)],
    queryFn: rpcUrls ? () => readCodes(network, { address, rpcUrls }) : skipToken,
    staleTime: 10_000,
    retry: 1,
  })
}

/** Where an account is deployed or delegated; data is undefined until the chains have answered. */
export function useAccountCodes(network: Network, address: EvmAddress) {
  return useQuery(accountCodesOptions(network, { address, rpcUrls: useRpcUrls(network) }))
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
