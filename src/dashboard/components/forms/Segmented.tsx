import type { LucideIcon } from 'lucide-react'
import { useId } from 'react'

import { Icon } from './Icon.tsx'

/** A radio group that shows all its options side by side; arrow keys move the choice. */
export function Segmented<value extends string>(props: Segmented.Props<value>) {
  const { label, options, value, size = 'md', onValueChange } = props
  const name = useId()
  return (
    <div className={`seg ${size === 'sm' ? 'seg-sm' : ''}`} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            className="sr-only"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onValueChange(option.value)}
          />
          {option.icon && <Icon of={option.icon} size={15} />}
          {option.label}
        </label>
      ))}
    </div>
  )
}

export declare namespace Segmented {
  type Props<value extends string> = {
    label: string
    options: readonly { value: value; label: string; icon?: LucideIcon }[]
    value: value
    size?: 'sm' | 'md'
    onValueChange: (value: value) => void
  }
}
