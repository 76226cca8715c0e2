import { useCallback, useEffect, useMemo, useRef, useState } from 'react'

import type { PrepareCallQuoteRequest } from '#protocol/quotes/callQuote.ts'
import { useApi } from '#dashboard/api/service/apiContext.ts'
import { useBalances } from '#dashboard/api/balances/balances.ts'
import { type ReceivedCall, usePrepareCall } from '#dashboard/api/service/callQuotes.ts'
import { type FormChange, useForm } from '#dashboard/api/state/formState.ts'
import { buildSearchText } from '#dashboard/api/state/searchParameters.ts'
import type { ChainIdentity } from '#dashboard/components/flow/chainIdentity.ts'
import { useIsOffline } from '#dashboard/components/status/useIsOffline.ts'
import { useAccount } from '#dashboard/wallets/accounts/useAccount.ts'
import { type Owner, useOwner } from '#dashboard/wallets/accounts/owner/useOwner.ts'
import type { SignerKeys } from '#dashboard/wallets/accounts/useSignerKeys.ts'
import { useNetwork } from '#dashboard/wallets/WalletsProvider.tsx'
import { useReviewers } from '../../signing/useReviewers.ts'
import { useChainIdentities } from '../../chains/useChainIdentities.ts'
import { type CallForm, readCallForm } from './callForm.ts'
import { callSearch, type CallSearch } from './callSearch.ts'
import type { SavedDraft } from './saved/draftStorage.ts'
import type { InferredRequirements } from './requirements.ts'
import { type CallErrorMessage, describeCallError } from './describeCallError.ts'
import { type FormSimulation, toRequirements, useSimulation } from './useSimulation.ts'
import { isSameRequest, type SavedDraftState, useSavedDraft } from './saved/useSavedDraft.ts'

/** State and actions of the contract-call page. */
export type CallFormModel = {
  search: CallSearch
  setSearch: (next: CallSearch, change?: FormChange) => void
  /** Whether the review is open. */
  isReview: boolean
  /** Texts of the form that the user did not enter here. */
  foreign: readonly string[]
  form: CallForm
  simulation: FormSimulation
  chains: ReadonlyMap<string, ChainIdentity>
  account: string | undefined
  owner: Owner
  isOffline: boolean
  isPreparing: boolean
  /** The prepared operation of the form as it is now. */
  prepared: ReceivedCall | undefined
  error: CallErrorMessage | undefined
  /** Keys with which the review was opened, if others are in use now. */
  stopped: SignerKeys | undefined
  savedDraft: SavedDraftState
  /** Prepares the operation, and opens the review with it. */
  prepare: () => void
}

type PrepareState = { key: string; received?: ReceivedCall; error?: CallErrorMessage }

/** Returns the form in the page's URL and its operation; undefined on a network without chains. */
export function useCallForm(): CallFormModel | undefined {
  const { form: search, change: setSearch, isReview, entered, foreign } = useForm(callSearch)
  const chains = useChainIdentities()
  const owner = useOwner()
  const { accountAddress } = useAccount()
  const isOffline = useIsOffline()
  const { form, simulation } = useParsedForm(search)
  const savedDraft = useSavedDraft(accountAddress)
  const text = buildSearchText(callSearch, search)
  const preparing = usePreparing({ form: text, request: form?.request }, (received) => {
    if (received)
      savedDraft.save({
        search: text,
        entered,
        call: received,
        quoted: undefined,
      })
    const isOpening = received !== undefined && !isReview
    setSearch(search, { isReview: received !== undefined, how: isOpening ? 'push' : 'replace' })
  })
  const { asked, prepare, resume } = preparing
  const reviewers = useReviewers(isReview)
  const isConnected = owner.status === 'connected'
  const canResume = isReview && !asked && !reviewers.stopped && isConnected && savedDraft.isRead
  useResuming(canResume ? form?.request : undefined, {
    saved: savedDraft.saved,
    prepare,
    resume(received) {
      reviewers.begin()
      resume(received)
    },
  })
  if (!form) return undefined
  return {
    search,
    setSearch,
    isReview,
    foreign,
    form,
    simulation,
    chains,
    account: accountAddress,
    owner,
    isOffline,
    isPreparing: preparing.isPreparing && (form.request !== undefined || simulation.isInferring),
    prepared: asked?.received,
    error: asked?.error,
    stopped: reviewers.stopped,
    savedDraft,
    prepare() {
      reviewers.begin()
      savedDraft.dismiss()
      prepare()
    },
  }
}

/** Parses the form for the accounts in use and their balances, with what a simulation says of it. */
function useParsedForm(search: CallSearch): {
  form: CallForm | undefined
  simulation: FormSimulation
} {
  const { clock } = useApi()
  const network = useNetwork()
  const { account, accounts, accountAddress } = useAccount()
  const balances = useBalances(account ? [account] : [], network).data
  const funds = useBalances(accounts, network).data
  const read = useCallback(
    (simulated?: InferredRequirements | 'pending') =>
      readCallForm(search, {
        network,
        accounts,
        balances,
        funds,
        nowSeconds: Math.floor(clock.nowMs() / 1000),
        simulated,
      }),
    [search, network, accounts, balances, funds, clock],
  )
  const written = useMemo(() => read(), [read])
  const simulation = useSimulation(written, accountAddress)
  const { needs, isInferring } = simulation
  const form = useMemo(() => {
    if (!written || (!needs && !isInferring)) return written
    return read(needs ? toRequirements(needs, written.assets) : 'pending')
  }, [read, written, needs, isInferring])
  return { form, simulation }
}

/** Opens the review again after a reload, with the saved operation or a newly prepared one. */
function useResuming(
  request: PrepareCallQuoteRequest | undefined,
  how: {
    saved: SavedDraft | undefined
    prepare: () => void
    resume: (received: ReceivedCall) => void
  },
): void {
  const latest = useRef(how)
  useEffect(() => {
    latest.current = how
  })
  useEffect(() => {
    if (!request) return
    const { saved, prepare, resume } = latest.current
    if (saved && isSameRequest(saved, request)) resume(saved.call)
    else prepare()
  }, [request])
}

/**
 * Prepares an operation for a form, anew when what the calls need turns out otherwise meanwhile. A form
 * that the user changes afterwards needs another one.
 *
 * @param form - What the user entered, as text.
 * @param request - Undefined while what the calls need is not known.
 */
export function usePreparing(
  { form, request }: { form: string; request: PrepareCallQuoteRequest | undefined },
  onAnswer: (received: ReceivedCall | undefined) => void,
): {
  asked: PrepareState | undefined
  isPreparing: boolean
  prepare: () => void
  /** Continues with an operation that was prepared before. */
  resume: (received: ReceivedCall) => void
} {
  const { mutateAsync } = usePrepareCall()
  const chains = useChainIdentities()
  const [asked, setAsked] = useState<PrepareState>()
  /** The form that is to be prepared. */
  const [wanted, setWanted] = useState<string>()
  const key = JSON.stringify(request ?? null)
  const latest = useRef({ request, onAnswer, chains })
  useEffect(() => {
    latest.current = { request, onAnswer, chains }
  })
  const isWanted = wanted === form
  useEffect(() => {
    const { request: sent } = latest.current
    if (!isWanted || !sent) return undefined
    let isCurrent = true
    function settle(next: PrepareState) {
      if (!isCurrent) return
      setWanted(undefined)
      setAsked(next)
      latest.current.onAnswer(next.received)
    }
    mutateAsync(sent).then(
      (received) => settle({ key, received }),
      (cause: unknown) => {
        const error = cause instanceof Error ? cause : new Error(String(cause))
        settle({ key, error: describeCallError(error, latest.current.chains) })
      },
    )
    return () => {
      isCurrent = false
    }
  }, [isWanted, key, mutateAsync])
  const prepare = useCallback(() => {
    setAsked(undefined)
    setWanted(form)
  }, [form])
  const resume = useCallback((received: ReceivedCall) => setAsked({ key, received }), [key])
  return { asked: asked?.key === key ? asked : undefined, isPreparing: isWanted, prepare, resume }
}
