import { type ReactNode, useState } from 'react'

import { translate } from '../../language/translate.ts'
import { useFormats } from './Formats.tsx'
import { formatNumber } from './getNumberFormat.ts'
import { toFormText, findFormTextError, fromFormText } from './typedNumber.ts'

/** State of a text field for a number: the text it shows, the error, and how to change it. */
export type NumberEntry = {
  text: string
  /** Error with suggestions to choose from. */
  error: ReactNode | undefined
  type: (text: string) => void
  /** Whether the text was typed here rather than set by the form. */
  isTyped: boolean
}

/**
 * Binds a text field to a number that a form stores in plain form (`1234.5`). Typed text stays in
 * the field as typed until the form stores another value.
 */
export function useTypedNumber(entry: {
  value: string
  isSigned?: boolean
  /** Recognizes text in another notation, which is kept as typed. */
  isNotation?: ((text: string) => boolean) | undefined
  onValueChange: (value: string) => void
}): NumberEntry {
  const { value, isSigned = false, isNotation = () => false, onValueChange } = entry
  const { locale } = useFormats()
  const [typed, setTyped] = useState<string>()
  const format = { locale, isSigned }
  function toStored(text: string): string {
    return isNotation(text) ? text : toFormText(text, format)
  }
  const isTyped = typed !== undefined && toStored(typed) === value
  const wrong = isNotation(value) ? undefined : findFormTextError(value, format)
  return {
    text: isTyped ? typed : isNotation(value) ? value : fromFormText(value, format),
    isTyped,
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
