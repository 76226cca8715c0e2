import { useEffect, useMemo } from 'react'

import { formatAmount } from '#protocol/ids/amount.ts'
import { type FormChange, useForm } from '#dashboard/api/state/formState.ts'
import type { ChainIdentity } from '#dashboard/components/flow/chainIdentity.ts'
import { getSlippageBps } from '#dashboard/review/cases/quoteTerms.ts'
import { buildRoots } from '#dashboard/review/cases/roots.ts'
import { useAccount } from '#dashboard/wallets/accounts/useAccount.ts'
import { type Owner, useOwner } from '#dashboard/wallets/accounts/owner/useOwner.ts'
import { type SignerKeys, useSignerKeys } from '#dashboard/wallets/accounts/useSignerKeys.ts'
import { useNetwork } from '#dashboard/wallets/WalletsProvider.tsx'
import { useChainIdentities } from '../../chains/useChainIdentities.ts'
import { type AssetChoice, findChoice, getChosenAsset } from '../../quoting/assets/assetChoices.ts'
import { describeSwapError } from './describeSwapError.ts'
import { getShortage, type SwapForm } from './swapForm.ts'
import { type SwapSearch, createSwapSearch } from './swapSearch.ts'
import { findForeignAddress } from '../../quoting/recipient/readRecipient.ts'
import { type FormPrice, useFormPrice } from '../../quoting/useFormPrice.ts'
import type { LiveQuote } from '../../quoting/liveQuote.ts'
import { useLiveQuote } from '../../quoting/useLiveQuote.ts'
import { useMost } from '../../quoting/assets/useMost.ts'
import type { UnlistedProblem } from './unlistedReason.ts'
import { useResolvedForm } from './useResolvedForm.ts'
import { useDefaultPaid } from '../../quoting/assets/useDefaultPaid.ts'
import { useAssetPrice } from '../../quoting/assets/useAssetPrice.ts'

/** State and actions of the swap page. */
export type SwapModel = LiveQuote &
  FormPrice & {
    search: SwapSearch
    setSearch: (next: SwapSearch, change?: FormChange) => void
    /** Whether the review is open. */
    isReview: boolean
    choices: readonly AssetChoice[]
    chains: ReadonlyMap<string, ChainIdentity>
    form: SwapForm
    /** Why the form's token that no list names is not asked for. */
    unlistedProblem: UnlistedProblem | undefined
    owner: Owner
    /** The most of what is paid that can be moved, where dust stays; undefined until that is known. */
    most: bigint | undefined
    /** US dollars per whole token of what is paid. */
    priceUsd: number | undefined
    /** Keys that may have to sign. */
    signers: SignerKeys
    /** Slippage limit of the quote, in basis points. */
    slippageBps: number | undefined
  }

/** Returns the form in the page's URL, its quote, and the verifier's findings. */
export function useSwap(options: { isPaused: boolean }): SwapModel {
  const network = useNetwork()
  const { accounts, solana } = useAccount()
  const owner = useOwner()
  const isSolanaOnly = owner.status === 'none' && solana !== undefined
  const paid = useDefaultPaid(network, accounts)
  const codec = useMemo(
    () => createSwapSearch(network, { isSolanaOnly, paid }),
    [network, isSolanaOnly, paid],
  )
  const { form: search, change: setSearch, isReview, foreign } = useForm(codec)
  const chains = useChainIdentities()
  const { choices, form, unlistedProblem } = useResolvedForm(search, { network, accounts, chains })
  const { unlisted } = form
  const held = form.from && getChosenAsset(form.from)
  const isAll = form.amount !== undefined && form.amount === held?.units
  const [most, learnMost] = useMost(
    JSON.stringify({ ...search, amount: undefined, held: String(held?.units) }),
  )
  const isForeign = foreign.includes(search.recipient ?? '')
  const foreignRecipient =
    isForeign && form.recipient.kind === 'other'
      ? findForeignAddress(form.recipient, accounts)
      : undefined
  const live = useLiveQuote(form.request, {
    choices,
    chains,
    foreignRecipient,
    isTokenForeign: unlisted !== undefined && foreign.includes(search[unlisted.side]),
    isPaused: options.isPaused,
  })
  if (isAll) learnMost(live.error)
  const mostText = most === undefined || !held ? undefined : formatAmount(most, held.decimals)
  useEffect(() => {
    // "Max" takes what can be moved once that is known.
    if (isAll && mostText !== undefined) setSearch({ ...search, amount: mostText })
  }, [isAll, mostText, search, setSearch])
  const isTooMuch = getShortage(form) !== undefined
  const price = useFormPrice(form, { choices, chains, isTooMuch, refusal: live.error })
  return {
    search,
    setSearch,
    isReview,
    choices,
    chains,
    form,
    unlistedProblem,
    owner,
    ...price,
    priceUsd: useAssetPrice(findChoice(choices, search.from), {
      isEntered: search.amount !== '',
    }),
    signers: useSignerKeys(),
    ...live,
    error: live.error && describeSwapError(live.error, unlisted !== undefined),
    most,
    slippageBps: form.request && getSlippageBps(form.request, buildRoots(network)),
  }
}
