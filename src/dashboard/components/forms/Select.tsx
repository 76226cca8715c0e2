import { ChevronDown } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'

import { Icon } from './Icon.tsx'

/** A native select with its label above and a hint or error below. */
export function Select<value extends string>(props: Select.Props<value>) {
  const { label, isLabelHidden, isInline, options, value, placeholder, hint, error } = props
  const id = useId()
  const message = error ?? hint
  return (
    <div className={isInline ? 'flex min-w-0 items-center gap-3' : 'min-w-0'}>
      <label
        htmlFor={id}
        className={
          isLabelHidden
            ? 'sr-only'
            : isInline
              ? 'shrink-0 text-sm text-ink-2'
              : 'label mb-1.5 block'
        }
      >
        {label}
      </label>
      <div className="input relative !p-0" data-tone={error ? 'flare' : undefined}>
        <select
          id={id}
          className="h-full w-full min-w-0 cursor-pointer appearance-none truncate rounded-md bg-surface pr-9 pl-3 text-ink outline-none"
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={message ? `${id}-hint` : undefined}
          onChange={({ target }) => {
            const chosen = options.find((option) => option.value === target.value)
            if (chosen) props.onValueChange(chosen.value)
          }}
        >
          {placeholder !== undefined && !options.some((option) => option.value === value) && (
            <option value={value} disabled>
              {placeholder}
            </option>
          )}
          {options.map((option) => (
            <option key={option.value} value={option.value} lang={option.lang}>
              {option.label}
            </option>
          ))}
        </select>
        <span className="pointer-events-none absolute right-3 text-ink-3">
          <Icon of={ChevronDown} size={17} />
        </span>
      </div>
      {message && (
        <p id={`${id}-hint`} className={`mt-1.5 text-sm ${error ? 'text-flare' : 'text-ink-3'}`}>
          {message}
        </p>
      )}
    </div>
  )
}

export declare namespace Select {
  type Props<value extends string> = {
    label: string
    isLabelHidden?: boolean
    /** Puts the label beside the select instead of above it. */
    isInline?: boolean
    /** `lang` is the language of a label that is in another one than the page. */
    options: readonly { value: value; label: string; lang?: string }[]
    value: string
    /** Shown while the value matches none of the options. */
    placeholder?: string
    hint?: ReactNode
    error?: ReactNode
    onValueChange: (value: value) => void
  }
}

/** A native select without a frame; browsers would draw a native one in the colours of the system. */
export function BareSelect(props: ComponentProps<'select'>) {
  return (
    <span className="relative inline-flex h-full max-w-28 items-center">
      <select
        {...props}
        className="h-full min-w-0 cursor-pointer appearance-none truncate rounded-md bg-transparent py-2 pr-5 text-sm text-ink-2 outline-offset-2"
      />
      <span className="pointer-events-none absolute right-0 text-ink-3">
        <Icon of={ChevronDown} size={15} />
      </span>
    </span>
  )
}
