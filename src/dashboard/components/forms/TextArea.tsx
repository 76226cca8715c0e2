import { CircleX } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'

import { Icon } from './Icon.tsx'

/** A monospace field for long text: code, an ABI, call data. */
export function TextArea(props: TextArea.Props) {
  const { label, hint, error, ...rest } = props
  const id = useId()
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="label mb-1.5 block">
        {label}
      </label>
      <div className="input !h-auto !p-0" data-tone={error ? 'flare' : undefined}>
        <textarea
          id={id}
          rows={5}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          {...rest}
          className="mono block min-h-24 w-full resize-y rounded-md bg-transparent px-3 py-2.5 text-sm break-all outline-none placeholder:text-ink-3"
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? `${id}-hint` : undefined}
        />
      </div>
      {(error || hint) && (
        <p
          id={`${id}-hint`}
          className={`mt-1.5 flex gap-1.5 text-sm ${error ? 'text-flare' : 'text-ink-3'}`}
        >
          {error && <Icon of={CircleX} size={15} className="mt-0.5" />}
          <span className="min-w-0 break-words">{error ?? hint}</span>
        </p>
      )}
    </div>
  )
}

export declare namespace TextArea {
  type Props = Omit<ComponentProps<'textarea'>, 'id' | 'className'> & {
    label: string
    hint?: ReactNode
    error?: ReactNode
  }
}
