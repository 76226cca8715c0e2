import { formatAmount } from '#protocol/ids/amount.ts'
import { textLocale } from '../../language/catalogue.ts'
import { translate, translateIn } from '../../language/translate.ts'

/** An asset as evidence names it: `1.5 USDC`. */
export type NamedAsset = { decimals: number; symbol: string }

/** An amount with all its digits and its ticker; of an unknown asset, with neither. */
export function describeAmount(units: bigint | string, asset: NamedAsset | undefined): string {
  if (asset) return `${describeNumber(formatAmount(BigInt(units), asset.decimals))} ${asset.symbol}`
  return BigInt(units) === 0n
    ? describeNone()
    : translate('{units} units of an unknown asset', { units: String(units) })
}

/** What stands where nothing is there. */
export function describeNone(): string {
  return translateIn('a value', 'none')
}

/** The decimal mark of the page's language. */
const mark = (0.5).toLocaleString(textLocale).charAt(1)

/** A number with all its digits, as on the wire but with the decimal mark of the language. */
export function describeNumber(number: string | number): string {
  return String(number).replace('.', mark)
}

/** No US dollars, which show where their sign stands. */
const noUsd = new Intl.NumberFormat(textLocale, {
  style: 'currency',
  currency: 'USD',
  currencyDisplay: 'narrowSymbol',
  maximumFractionDigits: 0,
}).format(0)

/** US dollars with all their digits, as on the wire: `$12.50`. */
export function describeUsd(usd: string): string {
  return noUsd.replace('0', () => describeNumber(usd))
}

/** The largest time that a date can hold, seconds. Source: ECMAScript, "Time Values". */
const maxSeconds = 8_640_000_000_000n

/** A time in Unix seconds as UTC: `2027-01-15 08:00:00 UTC`. */
export function describeTime(seconds: bigint | number | string): string {
  const at = BigInt(seconds)
  if (at === 0n) return translate('the start')
  if (at < 0n || at > maxSeconds)
    return translate('a time out of range ({seconds})', { seconds: String(at) })
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

/** Also a long noun of a language that begins nouns with a capital. */
function isPlainWord(text: string): boolean {
  return /^[A-Z]?[a-z]+$/.test(text)
}
