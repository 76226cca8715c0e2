import { useMemo } from 'react'

import type { CallFunction } from '#chains/evm/readAbi.ts'
import type { ReceivedCallQuote } from '../../api/callQuote.ts'
import { useFeedPrices } from '../../api/feedPrices.ts'
import type { ReceivedCall } from '../../api/prepareCall.ts'
import { verifyCallQuote } from '../../review/verifyCallQuote.ts'
import { type PreparedReview, verifyPrepared } from '../../review/verifyPrepared.ts'
import type { Review } from '../../review/verifyQuote.ts'
import { useNetwork } from '../../wallets/WalletsProvider.tsx'
import { useRoots } from '../useInstallation.ts'

/** The first review: the prepared operation against what was asked for. */
export function usePreparedReview(
  { received, request, receivedAtMs }: ReceivedCall,
  functions: readonly (CallFunction | undefined)[],
): PreparedReview {
  const roots = useRoots()
  const prices = useFeedPrices(useNetwork()).data
  return useMemo(
    () =>
      verifyPrepared({
        received,
        request,
        functions,
        roots,
        // Judged as of when it came; its end is checked again before the signature.
        nowSeconds: Math.floor(receivedAtMs / 1000),
        ...(prices ? { prices } : {}),
      }),
    [received, request, receivedAtMs, functions, roots, prices],
  )
}

/** The second review: the deposits against the operation that they pay for. */
export function useFundingReview(quoted: ReceivedCallQuote, prepared: PreparedReview): Review {
  const roots = useRoots()
  const prices = useFeedPrices(useNetwork()).data
  return useMemo(
    () =>
      verifyCallQuote({
        received: quoted.received,
        prepared,
        roots,
        nowSeconds: Math.floor(quoted.receivedAtMs / 1000),
        ...(prices ? { prices } : {}),
      }),
    [quoted, prepared, roots, prices],
  )
}
