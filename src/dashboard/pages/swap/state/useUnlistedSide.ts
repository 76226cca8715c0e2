import { useMemo } from 'react'

import type { Network } from '#networks/network.ts'
import { type Account, toAddressKey } from '#protocol/accounts/account.ts'
import { type AssetType, isAddressOn, splitAssetType } from '#protocol/ids/caip.ts'
import { useUnlistedUnits } from '#dashboard/api/balances/unlistedBalances.ts'
import { useFeedPrices } from '#dashboard/api/chains/feedPrices.ts'
import {
  isUnlistedToken,
  nameToken,
  normalizeTokenId,
  useUnlistedTokens,
} from '#dashboard/api/chains/unlistedTokens.ts'
import type { ChainIdentity } from '#dashboard/components/flow/chainIdentity.ts'
import { type AssetChoice, buildUnlistedChoice } from '../../quoting/assets/assetChoices.ts'
import { useRoots } from '../../chains/useInstallation.ts'
import type { SwapSearch } from './swapSearch.ts'
import { findUnlistedSide, type FormToken } from './unlistedSide.ts'

/** The token of a form that no list names, and the choices that such tokens are, with what is held. */
export function useUnlistedSide(
  { from, to }: Pick<SwapSearch, 'from' | 'to'>,
  of: {
    network: Network
    accounts: readonly Account[]
    chains: ReadonlyMap<string, ChainIdentity>
  },
): { unlisted: FormToken | undefined; own: readonly AssetChoice[] } {
  const { network, accounts, chains } = of
  const assetTypes = useMemo(
    () => [from, to].filter((id) => isUnlistedToken(network, id)).map(normalizeTokenId),
    [network, from, to],
  )
  const reads = useUnlistedTokens(network, assetTypes, { isLive: true })
  const units = useUnlistedUnits(accounts, network, assetTypes)
  const prices = useFeedPrices(network, { isNeeded: assetTypes.length > 0 }).data
  const roots = useRoots()
  return useMemo(() => {
    const [ofFrom, ofTo] = [from, to].map((id) =>
      reads.find(({ assetType }) => assetType.toLowerCase() === id.toLowerCase()),
    )
    return {
      unlisted: findUnlistedSide({ from: ofFrom, to: ofTo }, { roots, prices }),
      own: reads.flatMap((one) => {
        const named = nameToken(one)
        const held = sumHeld(one.assetType, { units, accounts })
        return named ? [buildUnlistedChoice(named, { chains, units: held })] : []
      }),
    }
  }, [reads, units, prices, roots, accounts, chains, from, to])
}

/** What the accounts hold together; undefined unless it is known for each of them. */
function sumHeld(
  assetType: AssetType,
  of: { units: ReturnType<typeof useUnlistedUnits>; accounts: readonly Account[] },
): bigint | undefined {
  const { chainId } = splitAssetType(assetType)
  const held = of.accounts
    .filter(({ accountAddress }) => isAddressOn(accountAddress, chainId))
    .map(({ accountAddress }) => of.units.get(toAddressKey(accountAddress))?.get(assetType))
  const known = held.filter((one) => one !== undefined)
  return held.length === 0 || known.length < held.length
    ? undefined
    : known.reduce((sum, one) => sum + one, 0n)
}
