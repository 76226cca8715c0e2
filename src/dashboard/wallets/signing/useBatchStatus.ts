import { useCallsStatus, useConnections } from 'wagmi'

import { Hash } from '#protocol/ids/hex.ts'
import { useOwner } from '../accounts/owner/useOwner.ts'

/** A wallet's word about a batch: a hint of where to look, as some are wrong about it. */
export type BatchStatus = { word: 'waiting' | 'succeeded' | 'failed'; hash: Hash | undefined }

/** What the connected wallet says of a batch that it was asked for; asked each second until it ended. */
export function useBatchStatus(id: string | undefined): BatchStatus {
  const { wallet } = useOwner()
  const connection = useConnections().find(({ connector }) => connector.uid === wallet?.uid)
  const { data } = useCallsStatus({
    id: id ?? '',
    ...(connection && { connector: connection.connector }),
    query: {
      enabled: id !== undefined,
      retry: false,
      refetchInterval: ({ state }) =>
        state.data?.status === 'success' || state.data?.status === 'failure' ? false : 1000,
    },
  })
  const words = { success: 'succeeded', failure: 'failed', pending: 'waiting' } as const
  return {
    word: words[data?.status ?? 'pending'],
    hash: Hash.safeParse(data?.receipts?.at(-1)?.transactionHash).data,
  }
}
