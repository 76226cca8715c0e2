import { useCallback, useEffect, useMemo, useRef, useState } from 'react'

import type { PrepareCallQuoteRequest } from '#protocol/quotes/callQuote.ts'
import { useApi } from '#dashboard/api/service/apiContext.ts'
import { useBalances } from '#dashboard/api/balances/balances.ts'
import { type ReceivedCall, usePrepareCall } from '#dashboard/api/service/prepareCall.ts'
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
  const { asked, prepare, resume } = usePreparing(form?.request, (received) => {
    if (received)
      savedDraft.save({
        search: buildSearchText(callSearch, search),
        entered,
        call: received,
        quoted: undefined,
      })
    const isOpening = received !== undefined && !isReview
    setSearch(search, { isReview: received !== undefined, how: isOpening ? 'push' : 'replace' })
  })
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
    isPreparing: asked !== undefined && !asked.received && !asked.error,
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
  const read = useCallback(
    (simulated?: InferredRequirements | 'pending') =>
      readCallForm(search, {
        network,
        accounts,
        balances,
        nowSeconds: Math.floor(clock.nowMs() / 1000),
        simulated,
      }),
    [search, network, accounts, balances, clock],
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

/** Prepares an operation for a form; a form that changes afterwards needs another one. */
function usePreparing(
  request: PrepareCallQuoteRequest | undefined,
  onAnswer: (received: ReceivedCall | undefined) => void,
): {
  asked: PrepareState | undefined
  prepare: () => void
  /** Continues with an operation that was prepared before. */
  resume: (received: ReceivedCall) => void
} {
  const { mutateAsync } = usePrepareCall()
  const chains = useChainIdentities()
  const [asked, setAsked] = useState<PrepareState>()
  const key = JSON.stringify(request ?? null)
  const latest = useRef({ key, onAnswer })
  useEffect(() => {
    latest.current = { key, onAnswer }
  })
  const prepare = useCallback(() => {
    if (!request) return
    setAsked({ key })
    function settle(next: PrepareState) {
      if (latest.current.key !== key) return
      setAsked(next)
      latest.current.onAnswer(next.received)
    }
    mutateAsync(request).then(
      (received) => settle({ key, received }),
      (error: unknown) =>
        settle({
          key,
          error: describeCallError(
            error instanceof Error ? error : new Error(String(error)),
            chains,
          ),
        }),
    )
  }, [chains, key, mutateAsync, request])
  const resume = useCallback((received: ReceivedCall) => setAsked({ key, received }), [key])
  return { asked: asked?.key === key ? asked : undefined, prepare, resume }
}
