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

/** Rounds half up, away from zero; what a double misses by, as in 1.005 * 100, costs no unit. */
export function roundHalfUp(value: number): number {
  return Math.sign(value) * Math.floor(Math.abs(value) + 0.5 + 1e-5)
}

/** Rounds dollars to whole cents as they are shown; less than a cent counts as 0. */
export function toShownCents(valueUsd: number): number {
  return Math.abs(valueUsd) < 0.01 ? 0 : roundHalfUp(valueUsd * 100)
}

/**
 * Adds up dollars, each rounded as it is shown, so that the total is what a reader gets from the numbers
 * on the screen and no page has to explain a difference. Exact if all of them are below a cent.
 */
export function sumShown(values: readonly number[]): number {
  const cents = values.reduce((sum, valueUsd) => sum + toShownCents(valueUsd), 0)
  const exact = values.reduce((sum, valueUsd) => sum + valueUsd, 0)
  return cents === 0 ? Math.min(exact, 0.009) : cents / 100
}

/** US dollars; undefined where they are not known. */
type Worth = number | undefined

/**
 * Returns the parts of a sum as they are shown beside it: in cents that add up to its own. Parts are cut,
 * and the missing cents go to those that lose most of one. Parts that do not explain their sum are left as
 * they are.
 */
export function spreadCents(
  values: readonly Worth[],
  totalUsd: Worth = sumUsd(values),
): readonly Worth[] {
  if (totalUsd === undefined || sumUsd(values) === undefined) return values
  const cut = values.map((value = 0) => Math.floor(value * 100 + 1e-5))
  const lost = values.map((value = 0, index) => value * 100 - (cut[index] ?? 0))
  const missing = toShownCents(totalUsd) - cut.reduce((sum, cents) => sum + cents, 0)
  if (missing < 0 || missing > values.length) return values
  const order = values.map((_, index) => index)
  const mended = order.toSorted((a, b) => (lost[b] ?? 0) - (lost[a] ?? 0)).slice(0, missing)
  return values.map((value = 0, index) => {
    const cents = (cut[index] ?? 0) + (mended.includes(index) ? 1 : 0)
    return toShownCents(value) === cents ? value : cents / 100
  })
}
