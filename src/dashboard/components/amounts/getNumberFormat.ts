const formatsByOptions = new Map<string, Intl.NumberFormat>()
const plainFormats = new Map<string, Intl.NumberFormat>()

/** Returns a cached number format: creating one takes a thousand times as long as using it. */
export function getNumberFormat(
  locale: string,
  options?: Intl.NumberFormatOptions,
): Intl.NumberFormat {
  const formats = options ? formatsByOptions : plainFormats
  const key = options ? JSON.stringify([locale, options]) : locale
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, options)
  formats.set(key, format)
  return format
}

/** The signs with which a locale writes numbers. */
export type NumberMarks = { decimal: string; group: string; zero: string }

const marksByLocale = new Map<string, NumberMarks>()

/** Returns the signs with which a locale writes numbers. */
export function getMarks(locale: string): NumberMarks {
  const marks = marksByLocale.get(locale) ?? computeMarks(locale)
  marksByLocale.set(locale, marks)
  return marks
}

/** Writes a plain number (`-1234.50`) in groups and with the digits and marks of a locale. */
export function formatNumber(plain: string, locale: string): string {
  const [whole = '', fraction = ''] = plain.replace(/^-/, '').split('.')
  const sign = plain.startsWith('-') ? '\u2212' : ''
  const grouped = getNumberFormat(locale).format(BigInt(whole === '' ? '0' : whole))
  const rest = fraction === '' ? '' : `.${fraction}`
  return `${sign}${grouped}${writeDigits(rest, locale)}`
}

/** Writes ASCII digits, and a point between them, as a locale does; without groups. */
export function writeDigits(plain: string, locale: string): string {
  const { decimal, zero } = getMarks(locale)
  const first = zero.codePointAt(0) ?? 0x30
  return plain
    .replace('.', decimal)
    .replaceAll(/[0-9]/g, (digit) => String.fromCodePoint(first + Number(digit)))
}

function computeMarks(locale: string): NumberMarks {
  const format = getNumberFormat(locale)
  const parts = format.formatToParts(12_345_678.5)
  return {
    decimal: parts.find(({ type }) => type === 'decimal')?.value ?? '.',
    group: parts.find(({ type }) => type === 'group')?.value ?? '\u00a0',
    zero: format.format(0),
  }
}
