import { type ReactNode, useState } from 'react'

import { useFormats } from './Formats.tsx'
import { toFormText, findFormTextError, fromFormText, formatNumber } from './typedNumber.ts'

/** A text field for a number in the reader's own format: what it shows, what is wrong, what was typed. */
export type NumberEntry = {
  text: string
  /** What keeps the text from being read, and what may have been meant to choose from. */
  error: ReactNode | undefined
  type: (text: string) => void
  /** The text is what was typed here, and not what the form set. */
  isTyped: boolean
}

/**
 * Reads and shows a number that a form keeps plain (`1234.5`), in the reader's number format; what was typed
 * stands in the field until the form keeps something else.
 */
export function useTypedNumber(entry: {
  value: string
  isSigned?: boolean
  /** Tells texts in another notation, which are kept as they are; none unless given. */
  isNotation?: ((text: string) => boolean) | undefined
  onValueChange: (value: string) => void
}): NumberEntry {
  const { value, isSigned = false, isNotation = () => false, onValueChange } = entry
  const { locale } = useFormats()
  const [typed, setTyped] = useState<string>()
  const format = { locale, isSigned }
  function keep(text: string): string {
    return isNotation(text) ? text : toFormText(text, format)
  }
  const isTyped = typed !== undefined && keep(typed) === value
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
            Use {formatNumber(plain, locale)}
          </button>
        ))}
      </>
    ),
    type(text) {
      setTyped(text)
      onValueChange(keep(text))
    },
  }
}
