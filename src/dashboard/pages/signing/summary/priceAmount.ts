import { toUsd } from '#dashboard/components/amounts/worth.ts'
import type { RootAsset, Roots } from '#dashboard/review/cases/roots.ts'

/** An amount of a bundled asset, with its worth by the pinned feeds. */
export type SummaryAmount = {
  asset: RootAsset
  units: bigint
  /** US dollars by the feeds that this browser reads; undefined without a price. */
  valueUsd: number | undefined
}

/** The bundled assets, and US dollars per whole token by asset type; undefined without feeds. */
export type FeedPrices = { roots: Roots; prices?: ReadonlyMap<string, number> | undefined }

/** An amount with its worth by the feeds. */
export function priceAmount(
  asset: RootAsset,
  of: { units: bigint; known: FeedPrices },
): SummaryAmount {
  const { units, known } = of
  const valueUsd = toUsd({ units, decimals: asset.decimals }, known.prices?.get(asset.assetType))
  return { asset, units, valueUsd }
}
