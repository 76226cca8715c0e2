/** How many digits a reader needs: `list` scans, `quote` compares, `full` copies. */
export type AmountDetail = 'list' | 'quote' | 'full'

/** What {@link displayAmount} needs besides the units. */
export type AmountFormat = {
  decimals: number
  locale: string
  detail?: AmountDetail
  /** A token worth about a dollar shows cents in lists. */
  isDollar?: boolean
}

/**
 * An amount of smallest units for reading, cut off and never rounded up (design section 8):
 * lists show 5 significant digits, cents from 1,000 up and for dollars; quotes up to 6 decimals.
 */
export function displayAmount(units: bigint, format: AmountFormat): string {
  const { decimals, locale, detail = 'list', isDollar = false } = format
  const sign = units < 0n ? '\u2212' : ''
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals)
  const shown = cut({ whole, fraction }, { detail, isDollar })
  const grouped = new Intl.NumberFormat(locale).format(BigInt(whole))
  return `${sign}${grouped}${shown === '' ? '' : decimalMark(locale) + shown}`
}

function cut(
  number: { whole: string; fraction: string },
  wanted: { detail: AmountDetail; isDollar: boolean },
): string {
  const { whole, fraction } = number
  const { detail, isDollar } = wanted
  if (detail === 'full') return fraction.replace(/0+$/, '')
  if (detail === 'quote') return fraction.slice(0, 6).replace(/0+$/, '').padEnd(2, '0')
  if (isDollar || whole.length > 3) return fraction.slice(0, 2).padEnd(2, '0')
  if (whole !== '0') return fraction.slice(0, 5 - whole.length).padEnd(2, '0')
  const leading = /^0*/.exec(fraction)?.[0].length ?? 0
  if (leading === fraction.length) return ''
  return fraction.slice(0, leading + 5).replace(/0+$/, '')
}

/**
 * What may stand in an amount field after typing or pasting `text`: digits and one point, cut to
 * the token's decimals. Grouping marks go when both kinds of mark are there.
 */
export function cleanAmount(text: string, decimals: number): string {
  const kept = text.replace(/[^\d.,]/g, '')
  const last = Math.max(kept.lastIndexOf('.'), kept.lastIndexOf(','))
  const marks = kept.replace(/\d/g, '')
  const repeated = marks.length > 1 && new Set(marks).size === 1
  if (last < 0 || repeated) return kept.replace(/[.,]/g, '')
  const whole = kept.slice(0, last).replace(/[.,]/g, '')
  if (decimals === 0) return whole
  return `${whole}.${kept.slice(last + 1).slice(0, decimals)}`
}

/** US dollars with cents; something below a cent is `<$0.01`, never nothing. */
export function displayUsd(valueUsd: number, locale: string): string {
  if (valueUsd > 0 && valueUsd < 0.01) return `<${displayUsd(0.01, locale)}`
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
  }).format(valueUsd)
}

/**
 * A part of one as percent with one decimal, or with none where there is little room; something
 * below the last digit is `<0.1%`, never nothing.
 */
export function displayShare(share: number, locale: string, digits: 0 | 1 = 1): string {
  const percent = new Intl.NumberFormat(locale, {
    style: 'percent',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  const least = 0.01 / 10 ** digits
  return share > 0 && share < least ? `<${percent.format(least)}` : percent.format(share)
}

function decimalMark(locale: string): string {
  const parts = new Intl.NumberFormat(locale).formatToParts(1.5)
  return parts.find(({ type }) => type === 'decimal')?.value ?? '.'
}
