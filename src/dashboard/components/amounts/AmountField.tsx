import { type ReactNode, useId } from 'react'

import { FittedAmount } from './FittedAmount.tsx'
import { useTypedNumber } from './useTypedNumber.tsx'

/**
 * A large amount field in the user's number format. Text that cannot be read stays, with its error
 * below. A set rather than typed amount is shortened while the field has no focus.
 */
export function AmountField(props: AmountField.Props) {
  const { label, value, decimals, prefix, trailing, below, isInvalid } = props
  const { onValueChange } = props
  const id = useId()
  const entry = useTypedNumber({ value, decimals, onValueChange })
  const isWrong = entry.error !== undefined || isInvalid
  const words = entry.error ?? below
  return (
    <div>
      <label htmlFor={id} className="label">
        {label}
      </label>
      <div className="mt-3 flex items-center gap-3">
        {prefix !== undefined && (
          <span aria-hidden className="-mr-1 text-3xl font-semibold text-ink-3">
            {prefix}
          </span>
        )}
        <FittedAmount text={entry.text}>
          <input
            id={id}
            className="num w-full min-w-0 rounded-sm bg-transparent font-semibold outline-offset-4 placeholder:text-ink-3"
            inputMode="decimal"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            placeholder="0"
            title={entry.title}
            value={entry.text}
            aria-invalid={isWrong || undefined}
            aria-describedby={words ? `${id}-below` : undefined}
            onFocus={() => entry.setFocused(true)}
            onBlur={() => entry.setFocused(false)}
            onChange={({ target }) => entry.type(target.value)}
          />
        </FittedAmount>
        {trailing}
      </div>
      {words && (
        <div
          id={`${id}-below`}
          className={`num mt-0.5 min-h-6 text-sm ${isWrong ? 'font-medium text-flare' : 'text-ink-3'}`}
        >
          {words}
        </div>
      )}
    </div>
  )
}

export declare namespace AmountField {
  type Props = {
    label: string
    /** Plain digits with at most one point; unreadable text ends with a question mark. */
    value: string
    decimals: number
    /** A mark before the number, such as a currency's. */
    prefix?: string | undefined
    /** The asset button. */
    trailing?: ReactNode
    /** Fiat value or error. */
    below?: ReactNode
    isInvalid?: boolean
    onValueChange: (value: string) => void
  }
}
