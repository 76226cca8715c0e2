import { CircleX, type LucideIcon, TriangleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'

import { Icon } from './Icon.tsx'

/** A labelled text field with a hint below it; an error or caution replaces the hint. */
export function Field(props: Field.Props) {
  const { label, isLabelHidden, hint, error, caution, icon, trailing, size, ...rest } = props
  const id = useId()
  const message = error ?? caution
  return (
    <div className="min-w-0">
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'label mb-1.5 block'}>
        {label}
      </label>
      <div
        className={`input ${size === 'lg' ? 'input-lg' : ''}`}
        data-tone={error ? 'flare' : caution ? 'buff' : undefined}
      >
        {icon && <Icon of={icon} size={17} className="text-ink-3" />}
        <input
          id={id}
          {...rest}
          aria-invalid={error ? true : undefined}
          aria-describedby={message || hint ? `${id}-hint` : undefined}
        />
        {trailing}
      </div>
      {(message || hint) && (
        <p
          id={`${id}-hint`}
          className={`mt-1.5 flex gap-1.5 text-sm ${error ? 'text-flare' : caution ? 'text-buff' : 'text-ink-3'}`}
        >
          {message && <Icon of={error ? CircleX : TriangleAlert} size={15} className="mt-0.5" />}
          <span>{message ?? hint}</span>
        </p>
      )}
    </div>
  )
}

export declare namespace Field {
  type Props = Omit<ComponentProps<'input'>, 'size' | 'id'> & {
    label: ReactNode
    isLabelHidden?: boolean
    hint?: ReactNode
    error?: ReactNode
    caution?: ReactNode
    icon?: LucideIcon
    /** Content at the end, inside the border. */
    trailing?: ReactNode
    size?: 'md' | 'lg'
  }
}
