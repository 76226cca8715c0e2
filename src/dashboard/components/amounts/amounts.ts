import { getNumberFormat } from './getNumberFormat.ts'
import { truncate } from './truncate.ts'

/** Number of digits to show: `list` for scanning, `quote` for comparing, `full` for copying. */
export type AmountDetail = 'list' | 'quote' | 'full'

/** Options of {@link formatUnits}. */
export type AmountFormat = {
  decimals: number
  locale: string
  detail?: AmountDetail
  /** A token worth about a dollar; its amounts show cents. */
  isDollar?: boolean
  /** Value of the amount in US dollars: quotes then show as many digits as make up a cent. */
  valueUsd?: number | undefined
}

/**
 * Formats an amount in smallest units, truncated and never rounded up. Lists show up to 5 significant
 * digits, or cents from 1,000 up and for dollar tokens; quotes as many digits as make up a cent,
 * without a price 6 decimals or 3 significant digits. A nonzero amount below the last digit is `<
 * 0.01`, never 0. Source: pages, "Everywhere".
 */
export function formatUnits(units: bigint, format: AmountFormat): string {
  const { decimals, locale } = format
  const sign = units < 0n ? '\u2212' : ''
  const size = units < 0n ? -units : units
  if (size === 0n) return '0'
  const digits = size.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals)
  const shown = cut({ whole, fraction, units: size }, format)
  const mark = getDecimalMark(locale)
  if (whole === '0' && /^0+$/.test(shown))
    return `${sign}<\u00a00${mark}${'1'.padStart(shown.length, '0')}`
  const grouped = getNumberFormat(locale).format(BigInt(whole))
  return `${sign}${grouped}${shown === '' ? '' : mark + shown}`
}

/**
 * Shortens a plain number (`1234.5678`) for an amount field without focus: truncated as in quotes,
 * with an ellipsis where digits are omitted.
 */
export function shortenPlain(
  plain: string,
  format: { decimals: number; isDollar?: boolean; valueUsd?: number | undefined },
): string {
  const [whole = '', fraction = ''] = plain.split('.')
  const units = BigInt(`${whole}${fraction.padEnd(format.decimals, '0')}`)
  const digits = { whole: whole.replace(/^0*(?=\d|$)/, '') || '0', fraction, units }
  const digitsShown = cut(digits, { ...format, detail: 'quote' })
  const isShort = fraction.length <= Math.max(digitsShown.length, 6)
  return isShort || /^0*$/.test(digitsShown) ? plain : `${whole}.${digitsShown}\u2026`
}

/** `whole` has at least one digit; `fraction` has as many digits as the token has decimals. */
type Digits = { whole: string; fraction: string; units: bigint }

function cut(number: Digits, format: Omit<AmountFormat, 'locale'>): string {
  const { whole, fraction } = number
  const { detail = 'list', isDollar = false } = format
  if (detail === 'full') return fraction.replace(/0+$/, '')
  if (isDollar) return fraction.slice(0, 2).padEnd(2, '0')
  if (detail === 'quote') {
    const minDigits = 3 + (/^0*/.exec(fraction)?.[0].length ?? 0)
    const unpriced = whole === '0' ? Math.max(6, minDigits) : 6
    const digitsShown = fraction.slice(0, getCentDigits(number, format) ?? unpriced)
    const isNothing = whole === '0' && /^0*$/.test(digitsShown)
    return isNothing ? digitsShown.padEnd(2, '0') : digitsShown.replace(/0+$/, '').padEnd(2, '0')
  }
  if (whole.length > 3) return fraction.slice(0, 2).padEnd(2, '0')
  if (whole !== '0')
    return fraction
      .slice(0, 5 - whole.length)
      .replace(/0+$/, '')
      .padEnd(2, '0')
  const leading = /^0*/.exec(fraction)?.[0].length ?? 0
  return fraction.slice(0, leading + 5).replace(/0+$/, '')
}

/** Number of decimals of a token at which amounts differ by a cent; at least 2. */
function getCentDigits(
  { units }: Digits,
  { decimals, valueUsd = 0 }: Omit<AmountFormat, 'locale'>,
): number | undefined {
  if (!(valueUsd > 0)) return undefined
  const priceUsd = (valueUsd / Number(units)) * 10 ** decimals
  return Math.min(decimals, Math.max(2, Math.ceil(Math.log10(priceUsd / 2)) + 2))
}

/**
 * Formats US dollars like {@link formatMoney}, truncated as amounts and the service's own values are,
 * so that one value reads alike on every page.
 */
export function formatUsd(valueUsd: number, locale: string): string {
  const shownUsd = Math.abs(valueUsd) < 0.01 ? valueUsd : truncate(valueUsd * 100) / 100
  return formatMoney(shownUsd, { locale, currency: 'USD' })
}

/**
 * Formats a value with the digits of its currency (cents; none in yen). A positive value below the
 * last digit is `< $0.01`, never 0.
 */
export function formatMoney(
  value: number,
  { locale, currency }: { locale: string; currency: string },
): string {
  if (value < 0) return `\u2212${formatMoney(-value, { locale, currency })}`
  const { format, least } = getMoneyFormat(locale, currency)
  return value > 0 && value < least ? `<\u00a0${format.format(least)}` : format.format(value)
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

const marks = new Map<string, string>()

function getDecimalMark(locale: string): string {
  const known = marks.get(locale)
  if (known !== undefined) return known
  const parts = getNumberFormat(locale).formatToParts(1.5)
  const mark = parts.find(({ type }) => type === 'decimal')?.value ?? '.'
  marks.set(locale, mark)
  return mark
}

/** A currency's format, and the least value that its digits show. */
type MoneyFormat = { format: Intl.NumberFormat; least: number }

const moneyFormats = new Map<string, MoneyFormat>()

function getMoneyFormat(locale: string, currency: string): MoneyFormat {
  const key = `${locale} ${currency}`
  const known = moneyFormats.get(key)
  if (known) return known
  const format = getNumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  })
  const least = 10 ** -(format.resolvedOptions().maximumFractionDigits ?? 2)
  moneyFormats.set(key, { format, least })
  return { format, least }
}
