import { translate } from '../../language/translate.ts'
import { formatNumber, getMarks, type NumberMarks, writeDigits } from './getNumberFormat.ts'

/** Locale whose number format is read or written. */
export type NumberLocale = { locale: string }

/** Result of parsing a typed number: its plain form, or an error. */
export type TypedNumber =
  | { plain: string }
  | {
      error: string
      /** Plain forms of what the user may have meant, most likely first. */
      suggestions: readonly string[]
    }

const spaces = /\s/g
const apostrophes = /['\u2019]/g
const plainNumber = /^\d*(?:\.\d*)?$/

/**
 * Parses a number in the user's format: `20,000` is twenty thousand in `en-US` and twenty in
 * `de-DE`. Thousands may be grouped by the locale's separator, a space or an apostrophe. Ambiguous
 * or malformed text is never guessed: it returns an error with suggestions.
 *
 * @returns Digits with at most one point (`1234.5`, `.5`, `5.`), with a leading `-` where signs are
 * allowed; empty text stays empty.
 */
export function parseTypedNumber(
  typed: string,
  { locale, isSigned = false }: NumberLocale & { isSigned?: boolean },
): TypedNumber {
  const marks = getMarks(locale)
  const text = toAscii(typed, marks).trim()
  // A lone decimal mark is the start of a number.
  if (text === '' || text === marks.decimal) return { plain: '' }
  const signed = /^([-+\u2212])\s*(.*)$/su.exec(text)
  if (signed) {
    const inner = parseTypedNumber(signed[2] ?? '', { locale })
    if (isSigned && signed[1] !== '+' && 'plain' in inner) return { plain: `-${inner.plain}` }
    return {
      error: translate('Enter a number without a sign.'),
      suggestions: isSigned ? [] : getSuggestions(inner),
    }
  }
  const power = /^([\d.,]+)[eE]([-+]?\d+)$/.exec(text)
  if (power)
    return {
      error: translate('Enter the full number, without an exponent.'),
      suggestions: expandExponent(parseTypedNumber(power[1] ?? '', { locale }), Number(power[2])),
    }
  const strange = text
    .replace(spaces, '')
    .replace(apostrophes, '')
    .match(/[^\d.,]+/gu)
  if (strange?.some((part) => part !== marks.group && part !== marks.decimal))
    return {
      error: translate('Enter only the number, without “{letters}”.', {
        letters: strange.join('').slice(0, 20),
      }),
      suggestions: getSuggestions(
        parseTypedNumber(text.replace(/[^\d.,\s'\u2019]+/gu, ''), { locale }),
      ),
    }
  const plain = parseMarks(text, marks)
  if (plain !== undefined) return { plain }
  return {
    error: translate('This doesn’t match your number format, {number}.', {
      number: formatNumber('1234.56', locale),
    }),
    suggestions: guessNumbers(text),
  }
}

/**
 * Returns the text that a form stores for a typed number: its plain form, or the text as typed with
 * a question mark appended, so that it is never taken for a plain number.
 */
export function toFormText(typed: string, format: NumberLocale & { isSigned?: boolean }): string {
  const read = parseTypedNumber(typed, format)
  return 'plain' in read ? read.plain : `${typed.slice(0, 100)}?`
}

/**
 * Returns the text a field shows for a stored form text: with the locale's digits and decimal mark,
 * without groups, which get in the way of typing. Unreadable text is shown as it was typed.
 */
export function fromFormText(formText: string, { locale }: NumberLocale): string {
  const isPlain = plainNumber.test(formText.replace(/^-/, ''))
  return isPlain ? writeDigits(formText, locale) : formText.replace(/\?$/, '')
}

/** Returns what is wrong with a stored form text, with suggestions; undefined if nothing is. */
export function findFormTextError(
  formText: string,
  format: NumberLocale & { isSigned?: boolean },
): { error: string; suggestions: readonly string[] } | undefined {
  if (plainNumber.test(format.isSigned ? formText.replace(/^-/, '') : formText)) return undefined
  const read = parseTypedNumber(fromFormText(formText, format), format)
  if ('error' in read) return read
  // It came from a link or a file, so the format of its author is unknown.
  return {
    error: translate('This number is ambiguous. Choose the one you mean.'),
    suggestions: [read.plain],
  }
}

function getSuggestions(read: TypedNumber): readonly string[] {
  if ('error' in read) return read.suggestions
  return /\d/.test(read.plain) ? [read.plain] : []
}

/** Accepts one decimal mark, and groups of thousands (or an Indian lakh) with one separator. */
function parseMarks(text: string, marks: NumberMarks): string | undefined {
  const [whole = '', fraction, ...more] = text.split(marks.decimal)
  if (more.length > 0 || (fraction !== undefined && !/^\d*$/.test(fraction))) return undefined
  if (whole + (fraction ?? '') === '') return undefined
  const joined = joinGroups(whole, marks)
  if (joined === undefined) return undefined
  return fraction === undefined ? joined : `${joined}.${fraction}`
}

function joinGroups(whole: string, { group, isIndian }: NumberMarks): string | undefined {
  if (/^\d*$/.test(whole)) return whole
  const even = whole.replace(spaces, '\u00a0').replace(apostrophes, '\u2019')
  const evenGroup = group.replace(spaces, '\u00a0').replace(apostrophes, '\u2019')
  const groups = even.split(/\D/)
  const [mark, ...others] = new Set(even.replaceAll(/\d/g, ''))
  if (others.length > 0 || ![evenGroup, '\u00a0', '\u2019'].includes(mark ?? '')) return undefined
  const sizes = groups.map(({ length }) => length)
  const isWestern = sizes.slice(1).every((size) => size === 3) && (sizes[0] ?? 0) <= 3
  const isLakh =
    isIndian &&
    sizes.at(-1) === 3 &&
    sizes.slice(1, -1).every((size) => size === 2) &&
    (sizes[0] ?? 0) <= 2
  // A group never follows a leading zero or nothing: the mark must be a decimal mark.
  if ((!isWestern && !isLakh) || groups[0] === '' || groups[0]?.startsWith('0')) return undefined
  return groups.join('')
}

/** Readings in another format: the last of two marks, or the only one, as the decimal mark. */
function guessNumbers(text: string): readonly string[] {
  const even = text.replace(spaces, '').replace(apostrophes, '')
  const last = Math.max(even.lastIndexOf('.'), even.lastIndexOf(','))
  const used = even.replaceAll(/\d/g, '')
  const digits = even.replaceAll(/\D/g, '')
  if (digits === '') return []
  if (used.length > 1 && new Set(used).size === 1) return [digits]
  const whole = even.slice(0, last).replaceAll(/\D/g, '')
  const fraction = even.slice(last + 1)
  const asDecimal = `${whole === '' ? '0' : whole}.${fraction}`
  return last < 0 ? [digits] : fraction === '' ? [whole] : [asDecimal]
}

/** Expands a number with a power of ten; empty for powers that no amount has. */
function expandExponent(read: TypedNumber, power: number): readonly string[] {
  if ('error' in read || Math.abs(power) > 30) return []
  const [whole = '', fraction = ''] = read.plain.split('.')
  const digits = `${'0'.repeat(30)}${whole}${fraction.padEnd(30, '0')}`
  const point = 30 + whole.length + power
  const number = `${digits.slice(0, point)}.${digits.slice(point)}`
  return [number.replace(/^0+(?=\d)/, '').replace(/\.?0+$/, '')]
}

/**
 * Writes the locale's digits in ASCII, and those that an East Asian keyboard writes as wide as a
 * letter. What cannot be seen is left out.
 */
function toAscii(text: string, { zero }: NumberMarks): string {
  const first = zero.codePointAt(0) ?? 0x30
  return text
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\uff0c\uff0e\uff10-\uff19]/g, (wide) =>
      String.fromCodePoint((wide.codePointAt(0) ?? 0) - 0xfee0),
    )
    .replaceAll(/\p{Nd}/gu, (digit) => {
      const value = (digit.codePointAt(0) ?? 0) - first
      return value >= 0 && value <= 9 ? String(value) : digit
    })
}
