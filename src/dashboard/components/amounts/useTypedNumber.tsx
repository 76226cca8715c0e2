import { type ReactNode, useState } from 'react'

import { translate } from '../../language/translate.ts'
import { shortenPlain } from './amounts.ts'
import { useFormats } from './Formats.tsx'
import { formatNumber } from './getNumberFormat.ts'
import { toFormText, findFormTextError, fromFormText } from './typedNumber.ts'

/** State of a text field for a number: the text it shows, the error, and how to change it. */
export type NumberEntry = {
  text: string
  /** All digits, where the text is shortened. */
  title: string | undefined
  /** Error with suggestions to choose from. */
  error: ReactNode | undefined
  type: (text: string) => void
  setFocused: (isFocused: boolean) => void
}

/**
 * Binds a text field to a number that a form stores in plain form (`1234.5`). Typed text stays in
 * the field as typed until the form stores another value; one that was set is shortened, like amounts
 * of an asset with so many `decimals`, while the field has no focus.
 */
export function useTypedNumber(entry: {
  value: string
  decimals?: number | undefined
  isSigned?: boolean
  /** Recognizes text in another notation, which is kept as typed. */
  isNotation?: ((text: string) => boolean) | undefined
  onValueChange: (value: string) => void
}): NumberEntry {
  const { value, decimals, isSigned = false, isNotation = () => false, onValueChange } = entry
  const { locale } = useFormats()
  const [typed, setTyped] = useState<string>()
  const [isFocused, setFocused] = useState(false)
  const format = { locale, isSigned }
  function toStored(text: string): string {
    return isNotation(text) ? text : toFormText(text, format)
  }
  const isTyped = typed !== undefined && toStored(typed) === value
  const wrong = isNotation(value) ? undefined : findFormTextError(value, format)
  const whole = isTyped ? typed : isNotation(value) ? value : fromFormText(value, format)
  const text =
    decimals === undefined || isFocused || isTyped || wrong
      ? whole
      : shortenPlain(value, { decimals, locale })
  return {
    text,
    title: text === whole ? undefined : whole,
    setFocused,
    error: wrong && (
      <>
        {wrong.error}
        {wrong.suggestions.map((plain) => (
          <button
            key={plain}
            type="button"
            className="link ml-2 whitespace-nowrap"
            onClick={() => onValueChange(plain)}
          >
            {translate('Use {number}', { number: formatNumber(plain, locale) })}
          </button>
        ))}
      </>
    ),
    type(text) {
      setTyped(text)
      onValueChange(toStored(text))
    },
  }
}
