import { useMemo } from 'react'

import { useQuotePrices } from '#dashboard/api/chains/feedPrices.ts'
import { useUnlistedTokens } from '#dashboard/api/chains/unlistedTokens.ts'
import type { ReceivedQuote } from '#dashboard/api/service/quote.ts'
import { findAskedToken } from '#dashboard/review/cases/unlisted.ts'
import type { Review } from '#dashboard/review/verifyQuote.ts'
import { useNetwork } from '#dashboard/wallets/WalletsProvider.tsx'
import { useRoots } from '../chains/useInstallation.ts'
import { useSolanaVerifier } from '../chains/useSolanaVerifier.ts'
import { useReviewParts } from './useReviewParts.ts'

/**
 * Verifies a quote against the roots in the bundle; undefined without a quote, and while the verifier is
 * loading, or the price feeds or a token that no list names are being read for the first time.
 */
export function useReview(received: ReceivedQuote | undefined): Review | undefined {
  const network = useNetwork()
  const { prices, isFirstRead } = useQuotePrices(network, { isNeeded: received !== undefined })
  const roots = useRoots()
  const verifyQuote = useReviewParts(received !== undefined)?.verifyQuote
  const { solana, isLoading } = useSolanaVerifier(received?.quote)
  const asked = received && findAskedToken({ request: received.request, roots })
  const [token] = useUnlistedTokens(network, asked ? [asked.assetType] : [], { isLive: true })
  const unlisted = token?.reading
  return useMemo(
    () =>
      received && verifyQuote && !isLoading && !isFirstRead && !(token && unlisted === undefined)
        ? verifyQuote({
            received: received.received,
            request: received.request,
            roots,
            // Judged as of its receipt; expiry is checked again before each signature.
            nowSeconds: Math.floor(received.receivedAtMs / 1000),
            ...(prices ? { prices } : {}),
            ...(solana ? { solana } : {}),
            ...(unlisted && unlisted !== 'silent' ? { unlisted } : {}),
          })
        : undefined,
    [received, roots, prices, isFirstRead, verifyQuote, solana, isLoading, token, unlisted],
  )
}
