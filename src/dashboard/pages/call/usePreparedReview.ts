import { useMemo } from 'react'

import type { CallFunction } from '#chains/evm/readAbi.ts'
import type { ReceivedCallQuote } from '../../api/callQuote.ts'
import { useFeedPrices } from '../../api/feedPrices.ts'
import type { ReceivedCall } from '../../api/prepareCall.ts'
import { rootsOf } from '../../review/roots.ts'
import { verifyCallQuote } from '../../review/verifyCallQuote.ts'
import { type PreparedReview, verifyPrepared } from '../../review/verifyPrepared.ts'
import type { Review } from '../../review/verifyQuote.ts'
import { useNetwork } from '../../wallets/WalletsProvider.tsx'

/** The first review: the prepared operation against what was asked for. */
export function usePreparedReview(
  { received, request, receivedAtMs }: ReceivedCall,
  functions: readonly (CallFunction | undefined)[],
): PreparedReview {
  const network = useNetwork()
  const prices = useFeedPrices(network).data
  return useMemo(
    () =>
      verifyPrepared({
        received,
        request,
        functions,
        roots: rootsOf(network),
        // Judged as of when it came; its end is checked again before the signature.
        nowSeconds: Math.floor(receivedAtMs / 1000),
        ...(prices ? { prices } : {}),
      }),
    [received, request, receivedAtMs, functions, network, prices],
  )
}

/** The second review: the deposits against the operation that they pay for. */
export function useFundingReview(quoted: ReceivedCallQuote, prepared: PreparedReview): Review {
  const network = useNetwork()
  const prices = useFeedPrices(network).data
  return useMemo(
    () =>
      verifyCallQuote({
        received: quoted.received,
        prepared,
        roots: rootsOf(network),
        nowSeconds: Math.floor(quoted.receivedAtMs / 1000),
        ...(prices ? { prices } : {}),
      }),
    [quoted, prepared, network, prices],
  )
}
