import { useMemo, useState } from 'react'

import type { AccountAddress } from '#protocol/ids/caip.ts'
import type { QuoteRequest } from '#protocol/quotes/quote.ts'
import { useApi } from '#dashboard/api/service/apiContext.ts'
import { type ReceivedQuote, useQuote } from '#dashboard/api/service/quote.ts'
import { usePreferences } from '#dashboard/api/state/preferences.ts'
import type { ChainIdentity } from '#dashboard/components/flow/chainIdentity.ts'
import { useIsOffline } from '#dashboard/components/status/useIsOffline.ts'
import { getSlippageBps, isMove } from '#dashboard/review/cases/quoteTerms.ts'
import { assessRisks } from '#dashboard/review/messages/risks.ts'
import { isPriceConfirmed } from '#dashboard/review/trust.ts'
import { buildRoots } from '#dashboard/review/cases/roots.ts'
import { useNetwork } from '#dashboard/wallets/WalletsProvider.tsx'
import type { AssetChoice } from './assets/assetChoices.ts'
import { describeQuoteError } from './describeQuoteError.ts'
import { buildQuoteView, type QuoteView } from './quoteView.ts'
import { quoteDelayMs, useDebouncedValue } from './useDebouncedValue.ts'
import { useQuoteError } from './useQuoteError.ts'
import type { LiveQuote, ShownQuote } from './liveQuote.ts'
import { useReview } from './useReview.ts'
import { useReviewParts } from './useReviewParts.ts'

/** Returns the quote for a request, by what is paid or by what is delivered, and the verifier's findings. */
export function useLiveQuote(
  request: QuoteRequest | undefined,
  options: {
    choices: readonly AssetChoice[]
    chains: ReadonlyMap<string, ChainIdentity>
    /** The recipient, where it was not entered here. */
    foreignRecipient: AccountAddress | undefined
    /** Whether a token that no list names was not chosen here. */
    isTokenForeign?: boolean
    isPaused: boolean
  },
): LiveQuote {
  const { choices, chains, foreignRecipient, isTokenForeign } = options
  const { debounced, isPending } = useDebouncedValue(request, {
    key: toKey(request),
    delayMs: quoteDelayMs,
  })
  const isOffline = useIsOffline()
  const quote = useQuote(debounced, { isPaused: options.isPaused || isPending || isOffline })
  const error = useQuoteError(quote, debounced)
  // If the current request failed, the quote of an earlier one no longer applies.
  const isMeant = request !== undefined && !(error && quote.isPlaceholderData)
  const received = debounced && isMeant ? quote.data : undefined
  // Loads while the quote is asked for, which waits for it.
  useReviewParts(request !== undefined)
  const shown = useRenewal(
    useShownQuote(received, { choices, chains, foreignRecipient, isTokenForeign }),
  )
  const isUnread = received !== undefined && shown === undefined
  return {
    shown,
    isOffline,
    isAsking:
      request !== undefined &&
      (isPending || quote.isPlaceholderData || quote.isPending || isUnread),
    error: error && !isPending ? describeQuoteError(error, chains) : undefined,
    refresh: () => void quote.refetch(),
  }
}

/** Adds what the quote before came to: a quote renews itself, which nobody may have looked at. */
function useRenewal(shown: ShownQuote | undefined): ShownQuote | undefined {
  const [{ last, before }, setSeen] = useState<{ last?: ShownQuote; before?: QuoteView }>({})
  if (shown && shown.received !== last?.received) {
    const isSame = last && toKey(last.received.request) === toKey(shown.received.request)
    setSeen({ last: shown, ...(isSame && { before: last.view }) })
  }
  return useMemo(() => shown && { ...shown, before }, [shown, before])
}

function toKey(request: QuoteRequest | undefined): string {
  return JSON.stringify(request ?? null)
}

function useShownQuote(
  received: ReceivedQuote | undefined,
  known: {
    choices: readonly AssetChoice[]
    chains: ReadonlyMap<string, ChainIdentity>
    foreignRecipient: AccountAddress | undefined
    isTokenForeign: boolean | undefined
  },
): ShownQuote | undefined {
  const { clock } = useApi()
  const network = useNetwork()
  const { confirmImpactBps, confirmFeesBps } = usePreferences()
  const review = useReview(received)
  const { choices, chains, foreignRecipient, isTokenForeign } = known
  return useMemo(() => {
    if (!received || !review) return undefined
    const view = buildQuoteView(received.quote, { choices, chains })
    const roots = buildRoots(network)
    const risks = assessRisks({
      isPriced: isPriceConfirmed(review.findings),
      paidUsd: view.paidUsd > 0 ? view.paidUsd : undefined,
      receivedUsd: view.received.valueUsd > 0 ? view.received.valueUsd : undefined,
      feesUsd: view.feesUsd,
      slippageBps: getSlippageBps(received.request, roots),
      isMove: isMove(received.request, roots),
      confirmImpactBps,
      confirmFeesBps,
      skewMs: clock.skewMs(),
      foreignRecipient,
      traded: review.traded,
      isTokenForeign,
    })
    return { received, review, view, risks }
  }, [
    received,
    review,
    choices,
    chains,
    network,
    clock,
    foreignRecipient,
    isTokenForeign,
    confirmImpactBps,
    confirmFeesBps,
  ])
}
