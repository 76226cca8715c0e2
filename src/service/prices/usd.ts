/** Decimals of US dollars in computations: bigints of 1e-8 dollars, for prices per whole token. */
export const usdDecimals = 8

/** Returns the value of units of an asset, rounded down. */
export function toUsd(units: bigint, asset: { decimals: number; priceUsd: bigint }): bigint {
  return (units * asset.priceUsd) / 10n ** BigInt(asset.decimals)
}

/** Returns the units of an asset that an amount of dollars buys, rounded down. */
export function toUnits(usd: bigint, asset: { decimals: number; priceUsd: bigint }): bigint {
  return (usd * 10n ** BigInt(asset.decimals)) / asset.priceUsd
}

/**
 * Formats dollars: two decimals, four below one dollar, eight below one cent; rounded half up, as pages
 * round what they value themselves. Source: ours (wire, "Quotes": more places for small values).
 */
export function formatUsd(usd: bigint): string {
  const one = 10n ** BigInt(usdDecimals)
  const places = usd >= one ? 2 : usd * 100n >= one ? 4 : 8
  const rounded = usd + 10n ** BigInt(usdDecimals - places) / 2n
  const fraction = (rounded % one).toString().padStart(usdDecimals, '0').slice(0, places)
  return usd === 0n ? '0.00' : `${rounded / one}.${fraction}`
}

/**
 * Formats the parts of a sum so that their rounded cents add up to its own: where they would not, parts
 * are cut instead, and the missing cents go to those that lost most of one.
 */
export function formatUsdParts(parts: readonly bigint[]): readonly string[] {
  const cent = 10n ** BigInt(usdDecimals - 2)
  const lost = parts.map((usd) => usd % cent)
  const missing = Number((lost.reduce((sum, usd) => sum + usd, 0n) + cent / 2n) / cent)
  const order = parts.map((_, index) => index)
  const mended = order.toSorted((a, b) => Number((lost[b] ?? 0n) - (lost[a] ?? 0n)))
  return parts.map((usd, index) => {
    const cut = usd - (lost[index] ?? 0n)
    const shown = mended.indexOf(index) < missing ? cut + cent : cut
    // Digits below the cent stay where they round to it, and where there is nothing else.
    const rounded = usd < cent ? 0n : usd + cent / 2n - ((usd + cent / 2n) % cent)
    return formatUsd(rounded === shown ? usd : shown)
  })
}

/** Parses a decimal dollar amount such as "99.50". */
export function parseUsd(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(usdDecimals, '0'))
}

/** Converts dollars to a number, for display only. */
export function toUsdNumber(usd: bigint): number {
  return Number(usd) / 10 ** usdDecimals
}
