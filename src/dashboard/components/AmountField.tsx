import { type ReactNode, useId } from 'react'

import { cleanAmount } from './amounts.ts'

/**
 * A large amount to type: digits and one decimal mark (comma or point), cut to the token's
 * decimals, pasting allowed. The value stays text so that nothing typed is lost.
 */
export function AmountField(props: AmountField.Props) {
  const { label, value, decimals, trailing, below, isInvalid, isReadOnly, onValueChange } = props
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="label">
        {label}
      </label>
      <div className="mt-3 flex items-center gap-3">
        <input
          id={id}
          className="num w-0 min-w-0 flex-1 truncate rounded-sm bg-transparent text-3xl font-semibold outline-offset-4 placeholder:text-ink-3"
          inputMode="decimal"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          placeholder="0"
          value={value}
          readOnly={isReadOnly}
          aria-invalid={isInvalid || undefined}
          aria-describedby={below ? `${id}-below` : undefined}
          onChange={(event) => onValueChange?.(cleanAmount(event.target.value, decimals))}
        />
        {trailing}
      </div>
      {below && (
        <div
          id={`${id}-below`}
          className={`num mt-0.5 min-h-5 text-sm ${isInvalid ? 'font-medium text-flare' : 'text-ink-3'}`}
        >
          {below}
        </div>
      )}
    </div>
  )
}

export declare namespace AmountField {
  type Props = {
    label: string
    /** Digits with at most one point. */
    value: string
    decimals: number
    /** The asset button. */
    trailing?: ReactNode
    /** Fiat value, or what is wrong. */
    below?: ReactNode
    isInvalid?: boolean
    isReadOnly?: boolean
    onValueChange?: (value: string) => void
  }
}
