import { formatAmount } from '#protocol/ids/amount.ts'

/** An asset as evidence names it: `1.5 USDC`. */
export type NamedAsset = { decimals: number; symbol: string }

/** An amount with all its digits and its ticker; of an unknown asset, with neither. */
export function describeAmount(units: bigint | string, asset: NamedAsset | undefined): string {
  if (!asset) return BigInt(units) === 0n ? 'none' : `${units} of an unknown asset`
  return `${formatAmount(BigInt(units), asset.decimals)} ${asset.symbol}`
}

/** The largest time that a date can hold, seconds. Source: ECMAScript, "Time Values". */
const maxSeconds = 8_640_000_000_000n

/** A time in Unix seconds as UTC: `2027-01-15 08:00:00 UTC`. */
export function describeTime(seconds: bigint | number | string): string {
  const at = BigInt(seconds)
  if (at === 0n) return 'the beginning'
  if (at < 0n || at > maxSeconds) return `a time out of range (${at})`
  return new Date(Number(at) * 1000)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC')
}

/**
 * Shortens hashes, addresses and nonces in evidence of equal values, which is meant for reading:
 * the raw data has them whole. Evidence of a difference keeps every character.
 */
export function shortenEvidence(text: string): string {
  return text.replaceAll(/\b(?:0x[0-9a-fA-F]{16,}|[1-9A-HJ-NP-Za-km-z]{26,}|\d{26,})\b/g, (long) =>
    isPlainWord(long) ? long : `${long.slice(0, 6)}\u2026${long.slice(-4)}`,
  )
}

function isPlainWord(text: string): boolean {
  return /^[a-z]+$/.test(text)
}
