/**
 * US dollars as the service computes with them: whole multiples of 1e-8 dollar, in a bigint.
 * Prices are in the same unit, for one whole token.
 */
export const usdDecimals = 8

/** What `units` of an asset are worth, rounded down. */
export function toUsd(units: bigint, asset: { decimals: number; priceUsd: bigint }): bigint {
  return (units * asset.priceUsd) / 10n ** BigInt(asset.decimals)
}

/** How many units of an asset this many dollars buy, rounded down. */
export function toUnits(usd: bigint, asset: { decimals: number; priceUsd: bigint }): bigint {
  return (usd * 10n ** BigInt(asset.decimals)) / asset.priceUsd
}

/**
 * Writes dollars as a decimal text: two places, four below one dollar, all eight below one cent.
 * Rounded down. Source: ours (wire, "Quotes": more places for small values).
 */
export function formatUsd(usd: bigint): string {
  const one = 10n ** BigInt(usdDecimals)
  const places = usd >= one ? 2 : usd * 100n >= one ? 4 : 8
  const fraction = (usd % one).toString().padStart(usdDecimals, '0').slice(0, places)
  const text = `${usd / one}.${fraction}`
  return usd === 0n ? '0.00' : text
}

/** Reads dollars from a decimal text, such as "99.50". */
export function parseUsd(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(usdDecimals, '0'))
}

/** Dollars as a number, for fields that are shown and never computed with. */
export function toUsdNumber(usd: bigint): number {
  return Number(usd) / 10 ** usdDecimals
}
