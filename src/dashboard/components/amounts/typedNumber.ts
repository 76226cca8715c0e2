import { translate } from '../../language/translate.ts'
import {
  formatNumber,
  getMarks,
  getNumberFormat,
  type NumberMarks,
  writeDigits,
} from './getNumberFormat.ts'

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
 * `de-DE`. Digits may be grouped as the format does. Ambiguous or malformed text is never guessed:
 * it returns an error with suggestions.
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
  const strange = text
    .replace(spaces, '')
    .replace(apostrophes, '')
    .match(/[^\d.,]+/gu)
  if (strange?.some((part) => part !== marks.group && part !== marks.decimal)) {
    // Letters between digits may mean another number: 1e18 isn't 118.
    const [bare = ''] = /[\d.,](?:.*[\d.,])?/su.exec(text) ?? []
    return {
      error: translate('Enter only the number, without “{letters}”.', {
        letters: strange.join('').slice(0, 20),
      }),
      suggestions: bare === text ? [] : getSuggestions(parseTypedNumber(bare, { locale })),
    }
  }
  const plain = parseMarks(text, locale)
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

/** Accepts one decimal mark, and digits that are in the locale's groups or in none. */
function parseMarks(text: string, locale: string): string | undefined {
  const marks = getMarks(locale)
  const [whole = '', fraction, ...more] = text.split(marks.decimal)
  if (more.length > 0 || (fraction !== undefined && !/^\d*$/.test(fraction))) return undefined
  const digits = whole.replaceAll(/\D/g, '')
  if (digits + (fraction ?? '') === '') return undefined
  if (digits !== whole) {
    const grouped = getNumberFormat(locale, { useGrouping: 'always' }).format(BigInt(digits))
    if (toEven(whole) !== toEven(toAscii(grouped, marks))) return undefined
  }
  return fraction === undefined ? digits : `${digits}.${fraction}`
}

/** Writes every space, and every apostrophe, as one kind of it. */
function toEven(text: string): string {
  return text.replace(spaces, ' ').replace(apostrophes, "'")
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
