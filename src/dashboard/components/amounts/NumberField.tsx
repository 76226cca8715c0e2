import { Field } from '../forms/Field.tsx'
import { useTypedNumber } from './useTypedNumber.tsx'

/** A {@link Field} for a number, read and shown in the reader's own format; its value is plain (`1234.5`). */
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
    /** Digits with at most one point; what could not be read ends with a question mark. */
    value: string
    /** Whether it may be negative. */
    isSigned?: boolean
    /** Tells texts in another notation, which are kept as they are; none unless given. */
    isNotation?: (text: string) => boolean
    onValueChange: (value: string) => void
  }
}
