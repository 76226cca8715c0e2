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
  const each = known.prices?.get(asset.assetType)
  const whole = Number(units) / 10 ** asset.decimals
  return { asset, units, valueUsd: each === undefined ? undefined : whole * each }
}

/** Adds up dollars; undefined if one of them is. */
export function sumUsd(values: readonly (number | undefined)[]): number | undefined {
  return values.reduce<number | undefined>(
    (sum, value) => (sum === undefined || value === undefined ? undefined : sum + value),
    0,
  )
}
