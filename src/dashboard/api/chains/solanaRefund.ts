import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'

import type { OwnRefund, RefundDraft, RefundError } from '#chains/solana/orders/ownRefund.ts'
import { getSolanaChains } from '#networks/getChain.ts'
import type { Network } from '#networks/network.ts'
import type { ChainId, SolanaAddress } from '#protocol/ids/caip.ts'
import type { SolanaOrder } from '#protocol/orders/solanaOrder.ts'
import { readBalancesAgain } from '../service/execution.ts'
import { useRpcUrls } from './chainUrls.ts'
import { getSolanaClient, type SolanaEndpoint } from './getSolanaClient.ts'

/** A refund that was sent; it is valid until this block height. */
export type SentRefund = { signature: string; lastValidBlockHeight: bigint }

/**
 * A Solana chain with its endpoint; undefined for other chains, and until the endpoint is known.
 */
export function useSolanaEndpoint(network: Network, chainId: ChainId): SolanaEndpoint | undefined {
  const rpcUrl = useRpcUrls(network)?.get(chainId)
  const chain = getSolanaChains(network).find((one) => one.chainId === chainId)
  return chain && rpcUrl !== undefined ? { chain, rpcUrl } : undefined
}

/** Loads the refund code in advance: a service that is down could not serve it later. */
export async function loadSolanaRefund(): Promise<void> {
  await Promise.all([
    import('#chains/solana/orders/ownRefund.ts'),
    import('#chains/solana/rpc/client.ts'),
  ])
}

/** Query of a refund's cost and its payer's balance. */
export function refundCostOptions(
  place: SolanaEndpoint | undefined,
  { order, payer }: { order: SolanaOrder; payer: SolanaAddress | undefined },
) {
  const { fillId, depositor, token } = order
  return queryOptions({
    queryKey: ['gasMoney', { chainId: place?.chain.chainId, fillId, depositor, token, payer }],
    queryFn:
      place && payer !== undefined
        ? async () => {
            const { readRefundCost } = await import('#chains/solana/orders/ownRefund.ts')
            return readRefundCost(await getSolanaClient(place), {
              order,
              payer,
              chain: place.chain,
            })
          }
        : skipToken,
    refetchInterval: 2000,
    retry: false,
  })
}

/** The current cost of a refund; idle without a payer. */
export function useRefundCost(
  place: SolanaEndpoint | undefined,
  of: { order: SolanaOrder; payer: SolanaAddress | undefined },
) {
  return useQuery(refundCostOptions(place, of))
}

/** Query of whether the depositor's token account can receive a refund. */
export function refundReceiverOptions(place: SolanaEndpoint | undefined, order: SolanaOrder) {
  const { depositor, token } = order
  return queryOptions({
    queryKey: ['refundReceiver', { chainId: place?.chain.chainId, depositor, token }],
    queryFn: place
      ? async () => {
          const { readRefundReceiver } = await import('#chains/solana/orders/ownRefund.ts')
          return readRefundReceiver(await getSolanaClient(place), order)
        }
      : skipToken,
    refetchInterval: 2000,
    retry: false,
  })
}

/** Whether the depositor's token account can receive a refund. */
export function useRefundReceiver(place: SolanaEndpoint | undefined, order: SolanaOrder) {
  return useQuery(refundReceiverOptions(place, order))
}

/** Query of a sent refund's status, refetched every second until it is final; then balances are read. */
export function refundStatusOptions(
  place: SolanaEndpoint | undefined,
  sent: SentRefund | undefined,
) {
  return queryOptions({
    queryKey: ['receipt', { chainId: place?.chain.chainId, hash: sent?.signature }],
    queryFn:
      place && sent
        ? async ({ client }) => {
            const { readRefundStatus } = await import('#chains/solana/orders/ownRefund.ts')
            const status = await readRefundStatus(await getSolanaClient(place), sent)
            if (status !== 'waiting') await readBalancesAgain(client)
            return status
          }
        : skipToken,
    refetchInterval: ({ state }) =>
      state.data === undefined || state.data === 'waiting' ? 1000 : false,
    retry: false,
  })
}

/** The status of a sent refund; idle without one. */
export function useRefundStatus(place: SolanaEndpoint | undefined, sent: SentRefund | undefined) {
  return useQuery(refundStatusOptions(place, sent))
}

/** Builds and simulates a refund. @throws ChainUnavailable when the chain does not answer. */
export async function prepareRefund(
  place: SolanaEndpoint,
  refund: Omit<OwnRefund, 'chain'>,
): Promise<RefundDraft | RefundError> {
  const { prepareOwnRefund } = await import('#chains/solana/orders/ownRefund.ts')
  return prepareOwnRefund(await getSolanaClient(place), { ...refund, chain: place.chain })
}

/** Sends a refund that its payer signed. */
export async function sendRefund(
  place: SolanaEndpoint,
  refund: { draft: RefundDraft; payer: SolanaAddress; signature: Uint8Array },
): Promise<SentRefund> {
  const { draft, payer, signature } = refund
  const { message, lastValidBlockHeight } = draft
  const { sendOwnRefund } = await import('#chains/solana/orders/ownRefund.ts')
  const client = await getSolanaClient(place)
  return {
    signature: await sendOwnRefund(client, { message, payer, signature }),
    lastValidBlockHeight,
  }
}
