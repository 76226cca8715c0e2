import { getNumberFormat } from './getNumberFormat.ts'

/** How many digits a reader needs: `list` scans, `quote` compares, `full` copies. */
export type AmountDetail = 'list' | 'quote' | 'full'

/** What {@link formatUnits} needs besides the units. */
export type AmountFormat = {
  decimals: number
  locale: string
  detail?: AmountDetail
  /** A token worth about a dollar shows cents. */
  isDollar?: boolean
  /** What the amount is worth: quotes show as many digits of it as make up a cent. */
  valueUsd?: number | undefined
}

/**
 * An amount of smallest units for reading, cut off and never rounded up (pages, "Everywhere"): lists, and
 * what stands beside a chart, show 5 significant digits, cents from 1,000 up and for dollars; quotes as
 * many digits as make up a cent, or 6 decimals (3 digits of what is less) where no price is known. What is left of an amount that
 * is smaller than all that is `< 0.01`, never nothing.
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
 * A plain number (`1234.5678`) as an amount field shows it while nobody types: cut as in quotes, with an
 * ellipsis where digits are left out.
 */
export function shortenPlain(
  plain: string,
  format: { decimals: number; isDollar?: boolean; valueUsd?: number | undefined },
): string {
  const [whole = '', fraction = ''] = plain.split('.')
  const units = BigInt(`${whole}${fraction.padEnd(format.decimals, '0')}`)
  const digits = { whole: whole.replace(/^0*(?=\d|$)/, '') || '0', fraction, units }
  const kept = cut(digits, { ...format, detail: 'quote' })
  const isShort = fraction.length <= Math.max(kept.length, 6)
  return isShort || /^0*$/.test(kept) ? plain : `${whole}.${kept}\u2026`
}

/** `whole` has at least one digit, `fraction` as many as the token has decimals. */
type Digits = { whole: string; fraction: string; units: bigint }

function cut(number: Digits, format: Omit<AmountFormat, 'locale'>): string {
  const { whole, fraction } = number
  const { detail = 'list', isDollar = false } = format
  if (detail === 'full') return fraction.replace(/0+$/, '')
  if (isDollar) return fraction.slice(0, 2).padEnd(2, '0')
  if (detail === 'quote') {
    const minDigits = 3 + (/^0*/.exec(fraction)?.[0].length ?? 0)
    const unpriced = whole === '0' ? Math.max(6, minDigits) : 6
    const kept = fraction.slice(0, getCentDigits(number, format) ?? unpriced)
    const isNothing = whole === '0' && /^0*$/.test(kept)
    return isNothing ? kept.padEnd(2, '0') : kept.replace(/0+$/, '').padEnd(2, '0')
  }
  if (whole.length > 3) return fraction.slice(0, 2).padEnd(2, '0')
  if (whole !== '0') return fraction.slice(0, 5 - whole.length).padEnd(2, '0')
  const leading = /^0*/.exec(fraction)?.[0].length ?? 0
  return fraction.slice(0, leading + 5).replace(/0+$/, '')
}

/** How many decimals of a token it takes to tell amounts apart by a cent, or two; at least 2. */
function getCentDigits(
  { units }: Digits,
  { decimals, valueUsd = 0 }: Omit<AmountFormat, 'locale'>,
): number | undefined {
  if (!(valueUsd > 0)) return undefined
  const priceUsd = (valueUsd / Number(units)) * 10 ** decimals
  return Math.min(decimals, Math.max(2, Math.ceil(Math.log10(priceUsd / 2)) + 2))
}

/** US dollars with cents; something below a cent is `< $0.01`, never nothing. */
export function formatUsd(valueUsd: number, locale: string): string {
  if (valueUsd < 0) return `\u2212${formatUsd(-valueUsd, locale)}`
  if (valueUsd > 0 && valueUsd < 0.01) return `<\u00a0${formatUsd(0.01, locale)}`
  return getNumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
  }).format(valueUsd)
}

/**
 * A part of one as percent with one decimal, or with none where there is little room; something
 * below the last digit is `< 0.1%`, never nothing.
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

function getDecimalMark(locale: string): string {
  const parts = getNumberFormat(locale).formatToParts(1.5)
  return parts.find(({ type }) => type === 'decimal')?.value ?? '.'
}
