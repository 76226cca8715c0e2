import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'

import type { OwnRefund, RefundDraft, RefundError } from '#chains/solana/orders/ownRefund.ts'
import { getSolanaChains } from '#networks/getChain.ts'
import type { Network } from '#networks/network.ts'
import type { ChainId, SolanaAddress } from '#protocol/ids/caip.ts'
import type { SolanaOrder } from '#protocol/orders/solanaOrder.ts'
import { useRpcUrls } from './rpcUrls.ts'
import { getSolanaClient, type SolanaEndpoint } from './getSolanaClient.ts'

/** A refund that was sent; the bytes are good until this height. */
export type SentRefund = { signature: string; lastValidBlockHeight: bigint }

/** Where a chain of the network is, once its endpoint is known; undefined for one that is no Solana chain. */
export function useSolanaEndpoint(network: Network, chainId: ChainId): SolanaEndpoint | undefined {
  const rpcUrl = useRpcUrls(network)?.get(chainId)
  const chain = getSolanaChains(network).find((one) => one.chainId === chainId)
  return chain && rpcUrl !== undefined ? { chain, rpcUrl } : undefined
}

/** Loads what takes deposits back, before a service that fell silent could not send it any more. */
export async function loadSolanaRefund(): Promise<void> {
  await Promise.all([
    import('#chains/solana/orders/ownRefund.ts'),
    import('#chains/solana/rpc/client.ts'),
  ])
}

/** Key and fetch of what a refund costs its payer, and of what the payer holds. */
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

/** What a refund costs now; idle without a payer. */
export function useRefundCost(
  place: SolanaEndpoint | undefined,
  of: { order: SolanaOrder; payer: SolanaAddress | undefined },
) {
  return useQuery(refundCostOptions(place, of))
}

/** Key and fetch of whether the depositor's token account can take a refund. */
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

/** Whether the depositor's token account can take a refund now; undefined while that is not known. */
export function useRefundReceiver(place: SolanaEndpoint | undefined, order: SolanaOrder) {
  return useQuery(refundReceiverOptions(place, order))
}

/** Key and fetch of how a sent refund stands, asked for every second until it is over. */
export function refundStatusOptions(
  place: SolanaEndpoint | undefined,
  sent: SentRefund | undefined,
) {
  return queryOptions({
    queryKey: ['receipt', { chainId: place?.chain.chainId, hash: sent?.signature }],
    queryFn:
      place && sent
        ? async () => {
            const { readRefundStatus: readRefundStanding } =
              await import('#chains/solana/orders/ownRefund.ts')
            return readRefundStanding(await getSolanaClient(place), sent)
          }
        : skipToken,
    refetchInterval: ({ state }) =>
      state.data === undefined || state.data === 'waiting' ? 1000 : false,
    retry: false,
  })
}

/** How a sent refund stands; idle without one. */
export function useRefundStatus(place: SolanaEndpoint | undefined, sent: SentRefund | undefined) {
  return useQuery(refundStatusOptions(place, sent))
}

/** Writes and tries a refund. @throws ChainUnavailable when the chain does not answer. */
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
