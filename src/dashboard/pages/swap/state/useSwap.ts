import { useMemo, useState } from 'react'

import type { Account } from '#protocol/accounts/account.ts'
import { type AccountAddress, isSameAddress } from '#protocol/ids/caip.ts'
import type { QuoteRequest } from '#protocol/quotes/quote.ts'
import { useApi } from '#dashboard/api/service/apiContext.ts'
import { useBalances } from '#dashboard/api/balances/balances.ts'
import { type FormChange, useForm } from '#dashboard/api/state/formState.ts'
import { usePreferences } from '#dashboard/api/state/preferences.ts'
import { type ReceivedQuote, useQuote } from '#dashboard/api/service/quote.ts'
import type { ChainIdentity } from '#dashboard/components/flow/chainIdentity.ts'
import { useIsOffline } from '#dashboard/components/status/useIsOffline.ts'
import { getSlippageBps } from '#dashboard/review/checks/checkTokens.ts'
import { type Risk, assessRisks } from '#dashboard/review/messages/risks.ts'
import { buildRoots } from '#dashboard/review/cases/roots.ts'
import type { Review } from '#dashboard/review/verifyQuote.ts'
import { useAccount } from '#dashboard/wallets/accounts/useAccount.ts'
import { type Owner, useOwner } from '#dashboard/wallets/accounts/useOwner.ts'
import { type SignerKeys, useSignerKeys } from '#dashboard/wallets/accounts/useSignerKeys.ts'
import { useNetwork } from '#dashboard/wallets/WalletsProvider.tsx'
import { useChainIdentities } from '../../useChainIdentities.ts'
import { type AssetChoice, buildAssetChoices } from './assetChoices.ts'
import { type QuoteErrorMessage, describeQuoteError } from './describeQuoteError.ts'
import { buildQuoteView, type QuoteView } from './quoteView.ts'
import { resolveForm, type SwapForm } from './swapForm.ts'
import { type SwapSearch, createSwapSearch } from './swapSearch.ts'
import { useDebouncedValue } from './useDebouncedValue.ts'
import { useKnownRecipients } from './useKnownRecipients.ts'
import { useReview } from './useReview.ts'

/** A quote with everything the page shows of it. */
export type ShownQuote = {
  received: ReceivedQuote
  review: Review
  view: QuoteView
  risks: readonly Risk[]
}

/** State and actions of the swap page. */
export type SwapModel = {
  search: SwapSearch
  setSearch: (next: SwapSearch, change?: FormChange) => void
  /** Whether the review is open. */
  isReview: boolean
  choices: readonly AssetChoice[]
  chains: ReadonlyMap<string, ChainIdentity>
  form: SwapForm
  owner: Owner
  /** Keys that may have to sign. */
  signers: SignerKeys
  /** The latest quote, possibly still for an earlier state of the form. */
  shown: ShownQuote | undefined
  /** Whether a quote for the current form is being requested. */
  isAsking: boolean
  isOffline: boolean
  error: QuoteErrorMessage | undefined
  /** Slippage limit of the quote, in basis points. */
  slippageBps: number | undefined
  refresh: () => void
}

/** Quotes are requested once the form has not changed for this long. */
const debounceMs = 350

/** Returns the form in the page's URL, its quote, and the verifier's findings. */
export function useSwap(options: { isPaused: boolean }): SwapModel {
  const network = useNetwork()
  const { accounts, solana } = useAccount()
  const owner = useOwner()
  const isSolanaOnly = owner.status === 'none' && solana !== undefined
  const codec = useMemo(() => createSwapSearch(network, { isSolanaOnly }), [network, isSolanaOnly])
  const { form: search, change: setSearch, isReview, foreign } = useForm(codec)
  const chains = useChainIdentities()
  const recipients = useKnownRecipients().all
  const balances = useBalances(accounts, network).data
  const defaultSlippageBps = usePreferences().slippageBps
  const choices = useMemo(
    () => buildAssetChoices(network, { balances, chains }),
    [network, balances, chains],
  )
  const form = useMemo(
    () => resolveForm(search, { network, choices, accounts, defaultSlippageBps, recipients }),
    [search, network, choices, accounts, defaultSlippageBps, recipients],
  )
  const { debounced, isPending } = useDebouncedValue(form.request, {
    key: JSON.stringify(form.request ?? null),
    delayMs: debounceMs,
  })
  const isOffline = useIsOffline()
  const quote = useQuote(debounced, { isPaused: options.isPaused || isPending || isOffline })
  const error = useQuoteError(quote, debounced)
  // If the current request failed, the quote of an earlier one no longer applies.
  const isMeant = form.request !== undefined && !(error && quote.isPlaceholderData)
  const received = debounced && isMeant ? quote.data : undefined
  const foreignRecipient =
    foreign.length > 0 && form.recipient.kind === 'other'
      ? findForeignAddress(form.recipient, accounts)
      : undefined
  const shown = useShownQuote(received, { choices, chains, foreignRecipient })
  return {
    search,
    setSearch,
    isReview,
    choices,
    chains,
    form,
    owner,
    signers: useSignerKeys(),
    shown,
    isOffline,
    isAsking:
      form.request !== undefined && (isPending || quote.isPlaceholderData || quote.isPending),
    error: error && !isPending ? describeQuoteError(error, chains) : undefined,
    slippageBps: form.request && getSlippageBps(form.request, buildRoots(network)),
    refresh: () => void quote.refetch(),
  }
}

/** Returns the recipient's address; undefined if it is one of the user's accounts. */
function findForeignAddress(
  { address }: { address: AccountAddress },
  accounts: readonly Account[],
): AccountAddress | undefined {
  const isOwn = accounts.some(({ accountAddress }) => isSameAddress(accountAddress, address))
  return isOwn ? undefined : address
}

/**
 * Returns why this request has no quote. The error is kept while the request is retried, as each
 * attempt may take as long as the timeout of a chain.
 */
function useQuoteError(
  { error, failureReason, isSuccess, isPlaceholderData }: ReturnType<typeof useQuote>,
  request: QuoteRequest | undefined,
): Error | null {
  const [before, setBefore] = useState<{ request: typeof request; error: Error }>()
  const isOpen = request !== undefined && (!isSuccess || isPlaceholderData)
  const now = error ?? (isOpen ? failureReason : null)
  if (now && (before?.error !== now || before.request !== request))
    setBefore({ request, error: now })
  if (now) return now
  return isOpen && before?.request === request ? before.error : null
}

function useShownQuote(
  received: ReceivedQuote | undefined,
  known: {
    choices: readonly AssetChoice[]
    chains: ReadonlyMap<string, ChainIdentity>
    foreignRecipient: AccountAddress | undefined
  },
): ShownQuote | undefined {
  const { clock } = useApi()
  const network = useNetwork()
  const review = useReview(received)
  const { choices, chains, foreignRecipient } = known
  return useMemo(() => {
    if (!received || !review) return undefined
    const view = buildQuoteView(received.quote, { choices, chains })
    const risks = assessRisks({
      isPriced: review.findings.some(({ id, state }) => id === 'price' && state === 'verified'),
      paidUsd: view.paidUsd > 0 ? view.paidUsd : undefined,
      receivedUsd: view.received.valueUsd > 0 ? view.received.valueUsd : undefined,
      feesUsd: view.feesUsd,
      slippageBps: getSlippageBps(received.request, buildRoots(network)),
      skewMs: clock.skewMs(),
      foreignRecipient,
    })
    return { received, review, view, risks }
  }, [received, review, choices, chains, network, clock, foreignRecipient])
}
