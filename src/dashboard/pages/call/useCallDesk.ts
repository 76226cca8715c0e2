import { useCallback, useEffect, useMemo, useRef, useState } from 'react'

import type { PrepareCallQuoteRequest } from '#protocol/callQuote.ts'
import { useApi } from '../../api/apiContext.ts'
import { useBalances } from '../../api/balances.ts'
import { type ReceivedCall, usePrepareCall } from '../../api/prepareCall.ts'
import type { ChainIdentity } from '../../components/chainIdentity.ts'
import { useIsOffline } from '../../components/useIsOffline.ts'
import { useAccount } from '../../wallets/useAccount.ts'
import { type Owner, useOwner } from '../../wallets/useOwner.ts'
import { useNetwork } from '../../wallets/WalletsProvider.tsx'
import { useChainIdentities } from '../useChainIdentities.ts'
import { type CallForm, readCallForm } from './callForm.ts'
import type { CallSearch } from './callSearch.ts'
import { type CallProblem, callProblem } from './prepareProblem.ts'
import { useCallSearch } from './useCallSearch.ts'

/** Everything the contract-call page is made of. */
export type CallDesk = {
  search: CallSearch
  setSearch: (next: CallSearch, how?: 'replace' | 'push') => void
  form: CallForm
  chains: ReadonlyMap<string, ChainIdentity>
  account: string | undefined
  owner: Owner
  isOffline: boolean
  isPreparing: boolean
  /** The operation of the form as it is now. */
  prepared: ReceivedCall | undefined
  problem: CallProblem | undefined
  /** The review was for another account than the one connected now. */
  isSwitched: boolean
  /** Asks for the operation, and opens the review with it. */
  prepare: () => void
}

type Asked = { key: string; received?: ReceivedCall; problem?: CallProblem }

/** The form of the address, and what the service made of it; undefined on a network without chains. */
export function useCallDesk(): CallDesk | undefined {
  const [search, setSearch] = useCallSearch()
  const { clock } = useApi()
  const network = useNetwork()
  const chains = useChainIdentities()
  const owner = useOwner()
  const { account, accountAddress, accounts } = useAccount()
  const balances = useBalances(account ? [account] : []).data
  const isOffline = useIsOffline()
  const form = useMemo(
    () =>
      readCallForm(search, {
        network,
        accounts,
        balances,
        nowSeconds: Math.floor(clock.nowMs() / 1000),
      }),
    [search, network, accounts, balances, clock],
  )
  const { asked, prepare } = usePreparing(form?.request, (isReview) =>
    setSearch({ ...search, isReview }, isReview && !search.isReview ? 'push' : 'replace'),
  )
  const [reviewer, setReviewer] = useState<string>()
  const isSwitched = search.isReview && reviewer !== undefined && reviewer !== owner.key
  const canResume = search.isReview && form?.request !== undefined && !asked && !isSwitched
  const isConnected = owner.status === 'connected'
  // A reload or a shared address opens the review again: with an operation of its own.
  useEffect(() => {
    if (canResume && isConnected) prepare()
  }, [canResume, isConnected, prepare])
  if (!form) return undefined
  return {
    search,
    setSearch,
    form,
    chains,
    account: accountAddress,
    owner,
    isOffline,
    isPreparing: asked !== undefined && !asked.received && !asked.problem,
    prepared: asked?.received,
    problem: asked?.problem,
    isSwitched,
    prepare() {
      setReviewer(owner.key)
      prepare()
    },
  }
}

/** One operation for one form: what is changed afterwards needs another. */
function usePreparing(
  request: PrepareCallQuoteRequest | undefined,
  onReview: (isReview: boolean) => void,
): { asked: Asked | undefined; prepare: () => void } {
  const { mutateAsync } = usePrepareCall()
  const [asked, setAsked] = useState<Asked>()
  const key = JSON.stringify(request ?? null)
  const latest = useRef({ key, onReview })
  useEffect(() => {
    latest.current = { key, onReview }
  })
  const prepare = useCallback(() => {
    if (!request) return
    setAsked({ key })
    function answer(next: Asked) {
      if (latest.current.key !== key) return
      setAsked(next)
      latest.current.onReview(next.received !== undefined)
    }
    mutateAsync(request).then(
      (received) => answer({ key, received }),
      (error: unknown) =>
        answer({
          key,
          problem: callProblem(error instanceof Error ? error : new Error(String(error))),
        }),
    )
  }, [key, mutateAsync, request])
  return { asked: asked?.key === key ? asked : undefined, prepare }
}
