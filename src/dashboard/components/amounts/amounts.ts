import { formatAmount } from '#protocol/ids/amount.ts'
import { translate } from '../../language/translate.ts'
import { formatNumber, getNumberFormat, writeDigits } from './getNumberFormat.ts'
import { roundHalfUp } from './worth.ts'

/** Options of {@link formatUnits}. */
export type AmountFormat = {
  decimals: number
  locale: string
  /** Every digit, for copying and comparing. */
  detail?: 'full'
}

/**
 * Formats an amount in smallest units, truncated and never rounded up. On every page it has two to six
 * decimals, those of a token with up to eight all of them, and at least three significant digits: what
 * is there is never 0.
 */
export function formatUnits(units: bigint, { decimals, locale, detail }: AmountFormat): string {
  const plain = formatAmount(units < 0n ? -units : units, decimals)
  const shown = detail === 'full' || units === 0n ? plain : cut(plain, decimals)
  return formatNumber(units < 0n ? `-${shown}` : shown, locale)
}

/**
 * Shortens a plain number (`1234.5678`) for an amount field without focus, as amounts are: with an
 * ellipsis where digits are omitted.
 */
export function shortenPlain(
  plain: string,
  { decimals, locale }: { decimals: number; locale: string },
): string {
  const [whole = '', fraction = ''] = plain.split('.')
  const [, shown = ''] = cut(
    `${whole.replace(/^0*(?=\d|$)/, '') || '0'}.${fraction}`,
    decimals,
  ).split('.')
  return fraction.length <= Math.max(2, shown.length)
    ? writeDigits(plain, locale)
    : `${writeDigits(`${whole}.${shown}`, locale)}\u2026`
}

/** Cuts a plain number after the digits that are shown of a token with so many decimals. */
function cut(plain: string, decimals: number): string {
  const [whole = '', fraction = ''] = plain.split('.')
  const most = decimals <= 8 ? decimals : 6
  const significant = whole === '0' ? (/^0*/.exec(fraction)?.[0].length ?? 0) + 3 : 0
  const shown = fraction
    .slice(0, Math.max(most, significant))
    .replace(/0+$/, '')
    .padEnd(Math.min(2, decimals), '0')
  return shown === '' ? whole : `${whole}.${shown}`
}

/**
 * Formats a value rounded half up to the decimals of its currency (cents; none in yen), its number as
 * amounts are written: some locales have other marks for money. A positive value below the last digit is
 * `< $0.01`, never 0.
 */
export function formatMoney(
  value: number,
  { locale, currency }: { locale: string; currency: string },
): string {
  if (value < 0) return `\u2212${formatMoney(-value, { locale, currency })}`
  // A service may say anything, and this much has an exponent.
  if (!(value < 1e21)) return translate('Unknown')
  const { before, after, digits } = getMoneyFormat(locale, currency)
  const least = 10 ** -digits
  const isLess = value > 0 && value < least
  const shown = isLess ? least : roundHalfUp(value / least) * least
  const text = `${before}${formatNumber(shown.toFixed(digits), locale)}${after}`
  return isLess ? `<\u00a0${text}` : text
}

/**
 * Formats a fraction of one as a percentage with one decimal, or with none where space is tight. A
 * positive share below the last digit is `< 0.1%`, never 0.
 */
export function formatShare(share: number, locale: string, digits: 0 | 1 = 1): string {
  const percent = getNumberFormat(locale, {
    style: 'percent',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  const minShare = 0.01 / 10 ** digits
  return share > 0 && share < minShare
    ? `<\u00a0${percent.format(minShare)}`
    : percent.format(share)
}

/** What stands around a number of a currency, and how many decimals it has. */
type MoneyFormat = { before: string; after: string; digits: number }

const moneyFormats = new Map<string, MoneyFormat>()

/** Returns what stands around a number of a currency, and how many decimals it has. */
export function getMoneyFormat(locale: string, currency: string): MoneyFormat {
  const key = `${locale} ${currency}`
  const known = moneyFormats.get(key)
  if (known) return known
  const format = getNumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  const parts = format.formatToParts(0)
  const [first, last] = [
    parts.findIndex(({ type }) => type === 'integer'),
    parts.findLastIndex(({ type }) => type === 'integer' || type === 'fraction'),
  ]
  const [before = '', after = ''] = [parts.slice(0, first), parts.slice(last + 1)].map((some) =>
    some.map(({ value }) => value).join(''),
  )
  const found = { before, after, digits }
  moneyFormats.set(key, found)
  return found
}
