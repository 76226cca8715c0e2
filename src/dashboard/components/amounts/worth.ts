import { toShownCents } from './sumShown.ts'

/**
 * Values an amount in US dollars; undefined without a price.
 *
 * @param priceUsd - US dollars per whole token.
 */
export function toUsd(
  amount: { units: bigint; decimals: number } | undefined,
  priceUsd: number | undefined,
): number | undefined {
  if (!amount || priceUsd === undefined) return undefined
  return (Number(amount.units) / 10 ** amount.decimals) * priceUsd
}

/** Adds up dollars; undefined if one of them is. */
export function sumUsd(values: readonly (number | undefined)[]): number | undefined {
  return values.reduce<number | undefined>(
    (sum, value) => (sum === undefined || value === undefined ? undefined : sum + value),
    0,
  )
}

/** US dollars; undefined where they are not known. */
type Worth = number | undefined

/**
 * Returns the parts of a sum as they are shown beside it: in cents that add up to its own. Missing ones
 * go to the parts that lose most by being cut. Parts that do not explain their sum are left as they are.
 */
export function spreadCents(
  values: readonly Worth[],
  totalUsd: Worth = sumUsd(values),
): readonly Worth[] {
  if (totalUsd === undefined || sumUsd(values) === undefined) return values
  const cut = values.map((value = 0) => toShownCents(value))
  const lost = values.map((value = 0, index) => value * 100 - (cut[index] ?? 0))
  const missing = toShownCents(totalUsd) - cut.reduce((sum, cents) => sum + cents, 0)
  if (missing > values.length) return values
  const mended = lost.toSorted((a, b) => b - a).slice(0, Math.max(0, missing))
  return values.map((value, index) => {
    const at = mended.indexOf(lost[index] ?? 0)
    if (at < 0) return value
    mended.splice(at, 1)
    return ((cut[index] ?? 0) + 1) / 100
  })
}
