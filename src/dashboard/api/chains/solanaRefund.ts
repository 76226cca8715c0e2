import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'

import type { OwnRefund, RefundDraft, RefundError } from '#chains/solana/orders/ownRefund.ts'
import { getSolanaChains } from '#networks/getChain.ts'
import type { Network } from '#networks/network.ts'
import type { ChainId, SolanaAddress } from '#protocol/ids/caip.ts'
import type { SolanaOrder } from '#protocol/orders/solanaOrder.ts'
import { useRpcUrls } from './rpcUrls.ts'
import { solanaClient, type SolanaPlace } from './solanaChain.ts'

/** A refund that was sent; the bytes are good until this height. */
export type SentRefund = { signature: string; lastValidBlockHeight: bigint }

/** Where a chain of the network is, once its endpoint is known; undefined for one that is no Solana chain. */
export function useSolanaPlace(network: Network, chainId: ChainId): SolanaPlace | undefined {
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
  place: SolanaPlace | undefined,
  { order, payer }: { order: SolanaOrder; payer: SolanaAddress | undefined },
) {
  const { fillId, depositor, token } = order
  return queryOptions({
    queryKey: ['gasMoney', { chainId: place?.chain.chainId, fillId, depositor, token, payer }],
    queryFn:
      place && payer !== undefined
        ? async () => {
            const { readRefundCost } = await import('#chains/solana/orders/ownRefund.ts')
            return readRefundCost(await solanaClient(place), { order, payer, chain: place.chain })
          }
        : skipToken,
    refetchInterval: 2000,
    retry: false,
  })
}

/** What a refund costs now; idle without a payer. */
export function useRefundCost(
  place: SolanaPlace | undefined,
  of: { order: SolanaOrder; payer: SolanaAddress | undefined },
) {
  return useQuery(refundCostOptions(place, of))
}

/** Key and fetch of whether the depositor's token account can take a refund. */
export function refundReceiverOptions(place: SolanaPlace | undefined, order: SolanaOrder) {
  const { depositor, token } = order
  return queryOptions({
    queryKey: ['refundReceiver', { chainId: place?.chain.chainId, depositor, token }],
    queryFn: place
      ? async () => {
          const { readRefundReceiver } = await import('#chains/solana/orders/ownRefund.ts')
          return readRefundReceiver(await solanaClient(place), order)
        }
      : skipToken,
    refetchInterval: 2000,
    retry: false,
  })
}

/** Whether the depositor's token account can take a refund now; undefined while that is not known. */
export function useRefundReceiver(place: SolanaPlace | undefined, order: SolanaOrder) {
  return useQuery(refundReceiverOptions(place, order))
}

/** Key and fetch of how a sent refund stands, asked for every second until it is over. */
export function refundStandingOptions(
  place: SolanaPlace | undefined,
  sent: SentRefund | undefined,
) {
  return queryOptions({
    queryKey: ['receipt', { chainId: place?.chain.chainId, hash: sent?.signature }],
    queryFn:
      place && sent
        ? async () => {
            const { readRefundStatus: readRefundStanding } =
              await import('#chains/solana/orders/ownRefund.ts')
            return readRefundStanding(await solanaClient(place), sent)
          }
        : skipToken,
    refetchInterval: ({ state }) =>
      state.data === undefined || state.data === 'waiting' ? 1000 : false,
    retry: false,
  })
}

/** How a sent refund stands; idle without one. */
export function useRefundStanding(place: SolanaPlace | undefined, sent: SentRefund | undefined) {
  return useQuery(refundStandingOptions(place, sent))
}

/** Writes and tries a refund. @throws ChainUnavailable when the chain does not answer. */
export async function prepareRefund(
  place: SolanaPlace,
  refund: Omit<OwnRefund, 'chain'>,
): Promise<RefundDraft | RefundError> {
  const { prepareOwnRefund } = await import('#chains/solana/orders/ownRefund.ts')
  return prepareOwnRefund(await solanaClient(place), { ...refund, chain: place.chain })
}

/** Sends a refund that its payer signed. */
export async function sendRefund(
  place: SolanaPlace,
  refund: { draft: RefundDraft; payer: SolanaAddress; signature: Uint8Array },
): Promise<SentRefund> {
  const { draft, payer, signature } = refund
  const { message, lastValidBlockHeight } = draft
  const { sendOwnRefund } = await import('#chains/solana/orders/ownRefund.ts')
  const client = await solanaClient(place)
  return {
    signature: await sendOwnRefund(client, { message, payer, signature }),
    lastValidBlockHeight,
  }
}
