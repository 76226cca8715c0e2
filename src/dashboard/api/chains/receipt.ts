import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'

import type { Network } from '#networks/network.ts'
import type { ChainId } from '#protocol/ids/caip.ts'
import type { Hex } from '#protocol/ids/hex.ts'
import { readBalancesAgain } from '../service/execution.ts'
import { getEvmClient } from './getEvmClient.ts'
import { useRpcUrls } from './chainUrls.ts'

/** A transaction's outcome; `waiting` until it is in a block. */
export type TransactionProgress = 'waiting' | 'succeeded' | 'reverted'

/** Query of a transaction's receipt, refetched every second until it is in a block; then balances are read. */
export function receiptOptions(
  chainId: ChainId,
  options: { hash: Hex | undefined; rpcUrl: string | undefined },
) {
  const { hash, rpcUrl } = options
  return queryOptions({
    queryKey: ['receipt', { chainId, hash }],
    queryFn:
      hash && rpcUrl
        ? async ({ client }) => {
            const outcome = await readReceipt(chainId, { hash, rpcUrl })
            if (outcome === 'succeeded') await readBalancesAgain(client)
            return outcome
          }
        : skipToken,
    refetchInterval: ({ state }) =>
      state.data === 'succeeded' || state.data === 'reverted' ? false : 1000,
    retry: false,
  })
}

/** The outcome of a transaction that the user sent; idle without a hash. */
export function useReceipt(
  network: Network,
  { chainId, hash }: { chainId: ChainId; hash: Hex | undefined },
) {
  const rpcUrl = useRpcUrls(network)?.get(chainId)
  return useQuery(receiptOptions(chainId, { hash, rpcUrl }))
}

/** Reads the outcome of a transaction from its chain. */
export async function readReceipt(
  chainId: ChainId,
  { hash, rpcUrl }: { hash: Hex; rpcUrl: string },
): Promise<TransactionProgress> {
  const client = getEvmClient({ chainId, rpcUrl })
  const receipt = await client.rpc.request({ method: 'eth_getTransactionReceipt', params: [hash] })
  if (!receipt) return 'waiting'
  return receipt.status === '0x1' ? 'succeeded' : 'reverted'
}
