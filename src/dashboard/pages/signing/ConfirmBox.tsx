import { type ReactNode, useId } from 'react'

/** A checkbox to accept a risk. */
export function ConfirmBox(props: ConfirmBox.Props) {
  const { isChecked, onChange, children } = props
  const id = useId()
  return (
    <label
      htmlFor={id}
      className="mt-1 -mb-2 flex min-h-11 items-center gap-3 font-medium text-ink"
    >
      <input
        id={id}
        type="checkbox"
        className="h-4.5 w-4.5 shrink-0 accent-channel"
        checked={isChecked}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span>{children}</span>
    </label>
  )
}

export declare namespace ConfirmBox {
  type Props = {
    isChecked: boolean
    onChange: (isChecked: boolean) => void
    /** The acceptance, in the user's own words. */
    children: ReactNode
  }
}
