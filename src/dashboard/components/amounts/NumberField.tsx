import { Field } from '../forms/Field.tsx'
import { useTypedNumber } from './useTypedNumber.tsx'

/** A {@link Field} for a number in the user's format; its value is plain (`1234.5`). */
export function NumberField(props: NumberField.Props) {
  const { value, decimals, isSigned = false, isNotation, error, onValueChange, ...rest } = props
  const entry = useTypedNumber({ value, decimals, isSigned, isNotation, onValueChange })
  return (
    <Field
      inputMode="decimal"
      autoComplete="off"
      spellCheck={false}
      className="num"
      title={entry.title}
      {...rest}
      value={entry.text}
      error={entry.error ?? error}
      onFocus={() => entry.setFocused(true)}
      onBlur={() => entry.setFocused(false)}
      onChange={({ target }) => entry.type(target.value)}
    />
  )
}

export declare namespace NumberField {
  type Props = Omit<Field.Props, 'value' | 'onChange' | 'inputMode' | 'type'> & {
    /** Plain digits with at most one point; unreadable text ends with a question mark. */
    value: string
    /** Decimals of the asset that it is an amount of: a set amount is shortened without focus. */
    decimals?: number
    /** Whether the number may be negative. */
    isSigned?: boolean
    /** Recognizes text in another notation, which is kept as typed. */
    isNotation?: (text: string) => boolean
    onValueChange: (value: string) => void
  }
}
