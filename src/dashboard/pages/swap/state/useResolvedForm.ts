import { useMemo } from 'react'

import type { Network } from '#networks/network.ts'
import type { Account } from '#protocol/accounts/account.ts'
import { useBalances } from '#dashboard/api/balances/balances.ts'
import { usePreferences } from '#dashboard/api/state/preferences.ts'
import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import type { ChainIdentity } from '#dashboard/components/flow/chainIdentity.ts'
import { type AssetChoice, buildAssetChoices } from '../../quoting/assets/assetChoices.ts'
import { useKnownRecipients } from '../../quoting/recipient/useKnownRecipients.ts'
import { resolveForm, type SwapForm } from './swapForm.ts'
import type { SwapSearch } from './swapSearch.ts'
import { findUnlistedProblem, type UnlistedProblem } from './unlistedReason.ts'
import { useUnlistedSide } from './useUnlistedSide.ts'

/** The form in the page's URL with its assets, and what keeps a token on no list from being asked for. */
export function useResolvedForm(
  search: SwapSearch,
  of: {
    network: Network
    accounts: readonly Account[]
    chains: ReadonlyMap<string, ChainIdentity>
  },
): {
  choices: readonly AssetChoice[]
  form: SwapForm
  unlistedProblem: UnlistedProblem | undefined
} {
  const { network, accounts, chains } = of
  const recipients = useKnownRecipients().all
  const balances = useBalances(accounts, network).data
  const defaultSlippageBps = usePreferences().slippageBps
  const formats = useFormats()
  const { unlisted, own } = useUnlistedSide(search, of)
  const choices = useMemo(
    () => [...buildAssetChoices(network, { balances, chains }), ...own],
    [network, balances, chains, own],
  )
  const form = useMemo(() => {
    const known = { network, choices, accounts, defaultSlippageBps, recipients, unlisted }
    return resolveForm(search, known)
  }, [search, network, choices, accounts, defaultSlippageBps, recipients, unlisted])
  return { choices, form, unlistedProblem: findUnlistedProblem(form, { formats, chains }) }
}
