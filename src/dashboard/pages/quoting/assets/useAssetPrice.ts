import { useFeedPrices } from '#dashboard/api/chains/feedPrices.ts'
import { useNetwork } from '#dashboard/wallets/WalletsProvider.tsx'
import { type ChosenAsset, getHeldPriceUsd } from './assetChoices.ts'

/**
 * US dollars per whole token: by what is held of it, or without that by the pinned price feeds;
 * undefined while neither is known.
 */
export function useAssetPrice(chosen: ChosenAsset | undefined): number | undefined {
  const prices = useFeedPrices(useNetwork()).data
  if (!chosen) return undefined
  const members = chosen.only ? [chosen.only] : chosen.asset.members
  const [feed] = members.flatMap(({ assetId }) => prices?.get(assetId) ?? [])
  return getHeldPriceUsd(chosen) ?? feed
}
