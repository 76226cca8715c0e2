import { useFeedPrices } from '#dashboard/api/chains/feedPrices.ts'
import { useNetwork } from '#dashboard/wallets/WalletsProvider.tsx'
import { useIsVisited } from '../usePreload.ts'
import { type ChosenAsset, getHeldPriceUsd } from './assetChoices.ts'

/**
 * US dollars per whole token: by what is held of it, or without that by the pinned price feeds;
 * undefined while neither is known. The feeds are read once an amount is entered, or somebody is about
 * to enter one.
 */
export function useAssetPrice(
  chosen: ChosenAsset | undefined,
  { isEntered }: { isEntered: boolean },
): number | undefined {
  const isNeeded = useIsVisited() || isEntered
  const prices = useFeedPrices(useNetwork(), { isNeeded }).data
  if (!chosen) return undefined
  const members = chosen.only ? [chosen.only] : chosen.asset.members
  const [feed] = members.flatMap(({ assetId }) => prices?.get(assetId) ?? [])
  return getHeldPriceUsd(chosen) ?? feed
}
