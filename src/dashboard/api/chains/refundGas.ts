import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'

import { readGasFunds } from '#chains/evm/assets/readFunds.ts'
import type { Network } from '#networks/network.ts'
import type { ChainId, EvmAddress } from '#protocol/ids/caip.ts'
import { getEvmClient } from './getEvmClient.ts'
import { useRpcUrls } from './chainUrls.ts'

/** Query of `owner`'s native balance on a chain and the gas cost of a refund there. */
export function refundGasOptions(
  chainId: ChainId,
  options: { owner: EvmAddress | undefined; rpcUrl: string | undefined },
) {
  const { owner, rpcUrl } = options
  return queryOptions({
    queryKey: ['gasMoney', { chainId, owner: owner?.toLowerCase() }],
    queryFn:
      owner && rpcUrl ? () => readGasFunds(getEvmClient({ chainId, rpcUrl }), owner) : skipToken,
    refetchInterval: 2000,
    retry: false,
  })
}

/** `owner`'s native balance and the cost of a refund on a chain; idle without an owner. */
export function useRefundGas(
  network: Network,
  { chainId, owner }: { chainId: ChainId; owner: EvmAddress | undefined },
) {
  const rpcUrl = useRpcUrls(network)?.get(chainId)
  return useQuery(refundGasOptions(chainId, { owner, rpcUrl }))
}
