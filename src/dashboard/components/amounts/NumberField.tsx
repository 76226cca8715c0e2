import { Field } from '../forms/Field.tsx'
import { useTypedNumber } from './useTypedNumber.tsx'

/** A {@link Field} for a number in the user's format; its value is plain (`1234.5`). */
export function NumberField(props: NumberField.Props) {
  const { value, isSigned = false, isNotation, error, onValueChange, ...rest } = props
  const entry = useTypedNumber({ value, isSigned, isNotation, onValueChange })
  return (
    <Field
      inputMode="decimal"
      autoComplete="off"
      spellCheck={false}
      className="num"
      {...rest}
      value={entry.text}
      error={entry.error ?? error}
      onChange={({ target }) => entry.type(target.value)}
    />
  )
}

export declare namespace NumberField {
  type Props = Omit<Field.Props, 'value' | 'onChange' | 'inputMode' | 'type'> & {
    /** Plain digits with at most one point; unreadable text ends with a question mark. */
    value: string
    /** Whether the number may be negative. */
    isSigned?: boolean
    /** Recognizes text in another notation, which is kept as typed. */
    isNotation?: (text: string) => boolean
    onValueChange: (value: string) => void
  }
}
