import type { ReactNode } from 'react'

import { Popover } from './Popover.tsx'

/** A filter with several values: the button says how many are chosen, or the only one. */
export function FilterMenu(props: FilterMenu.Props) {
  const { label, options, chosen, onChange } = props
  const known = options.filter(({ value }) => chosen.includes(value))
  const value =
    chosen.length === 0
      ? undefined
      : chosen.length === 1
        ? (known[0]?.label ?? '1')
        : String(chosen.length)
  return (
    <Popover label={label} value={value} isSet={chosen.length > 0}>
      <ul>
        {options.map((option) => (
          <li key={option.value}>
            <label className="flex min-h-10 cursor-pointer items-center gap-3 rounded-md px-2.5 hover:bg-hover">
              <input
                type="checkbox"
                className="size-4 accent-channel"
                checked={chosen.includes(option.value)}
                onChange={({ target }) =>
                  onChange(
                    target.checked
                      ? [...chosen, option.value]
                      : chosen.filter((one) => one !== option.value),
                  )
                }
              />
              {option.mark}
              <span className="min-w-0 flex-1 truncate">{option.label}</span>
              {option.hint !== undefined && (
                <span className="mono text-sm text-ink-3">{option.hint}</span>
              )}
            </label>
          </li>
        ))}
      </ul>
    </Popover>
  )
}

export declare namespace FilterMenu {
  type Props = {
    label: string
    options: readonly { value: string; label: string; hint?: string; mark?: ReactNode }[]
    chosen: readonly string[]
    onChange: (chosen: readonly string[]) => void
  }
}
