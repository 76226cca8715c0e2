import { useMemo, useState } from 'react'

import type { CallFunction } from '#chains/evm/operation/abiFunctions.ts'
import { useApi } from '#dashboard/api/service/apiContext.ts'
import type { ReceivedCallQuote, ReceivedCall } from '#dashboard/api/service/callQuotes.ts'
import { useFeedPrices, useQuotePrices } from '#dashboard/api/chains/feedPrices.ts'
import { verifyCallQuote } from '#dashboard/review/verifyCallQuote.ts'
import { type PreparedReview, verifyPrepared } from '#dashboard/review/verifyPrepared.ts'
import type { Review } from '#dashboard/review/verifyQuote.ts'
import { useNetwork } from '#dashboard/wallets/WalletsProvider.tsx'
import { useRoots } from '../../chains/useInstallation.ts'
import { useSolanaVerifier } from '../../chains/useSolanaVerifier.ts'

/** Verifies the prepared operation against the request. */
export function usePreparedReview(
  { received, request }: ReceivedCall,
  functions: readonly (CallFunction | undefined)[],
): PreparedReview {
  const roots = useRoots()
  const prices = useFeedPrices(useNetwork()).data
  const nowSeconds = useShownAtSeconds()
  return useMemo(
    () =>
      verifyPrepared({
        received,
        request,
        functions,
        roots,
        nowSeconds,
        ...(prices ? { prices } : {}),
      }),
    [received, request, nowSeconds, functions, roots, prices],
  )
}

/**
 * Verifies the deposits against the operation that they pay for. Undefined while the Solana
 * verifier is loading or the price feeds are being read for the first time.
 */
export function useFundingReview(
  quoted: ReceivedCallQuote,
  prepared: PreparedReview,
): Review | undefined {
  const roots = useRoots()
  const { prices, isFirstRead } = useQuotePrices(useNetwork(), { isNeeded: true })
  const nowSeconds = useShownAtSeconds()
  const { solana, isLoading } = useSolanaVerifier(quoted.quote)
  return useMemo(
    () =>
      isLoading || isFirstRead
        ? undefined
        : verifyCallQuote({
            received: quoted.received,
            prepared,
            roots,
            nowSeconds,
            ...(prices ? { prices } : {}),
            ...(solana ? { solana } : {}),
          }),
    [quoted, prepared, nowSeconds, roots, prices, isFirstRead, solana, isLoading],
  )
}

/** Time of the first render, Unix seconds by the service; expiry is checked again on signing. */
function useShownAtSeconds(): number {
  const { clock } = useApi()
  const [shownAtMs] = useState(() => clock.nowMs())
  return Math.floor(shownAtMs / 1000)
}
