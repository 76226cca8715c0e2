import { ChevronDown, type LucideIcon } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'

import { Icon } from '../../../components/forms/Icon.tsx'

/**
 * A button that opens a small panel below it; on phones the panel is above the tabs. It closes on
 * Escape, a click elsewhere, and when the focus leaves it.
 */
export function Popover(props: Popover.Props) {
  const { label, value, icon, isSet = false, children } = props
  const [isOpen, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  useEffect(() => {
    if (!isOpen) return undefined
    function closeOutside(event: PointerEvent) {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => document.removeEventListener('pointerdown', closeOutside)
  }, [isOpen])
  return (
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape closes its panel
    <div
      ref={root}
      className="relative"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return
        event.stopPropagation()
        setOpen(false)
        button.current?.focus()
      }}
      onBlur={(event) => {
        const to = event.relatedTarget
        if (to instanceof Node && !event.currentTarget.contains(to)) setOpen(false)
      }}
    >
      <button
        ref={button}
        type="button"
        className={`btn btn-secondary !h-10 !gap-2 !px-3 text-sm ${isSet ? '!border-channel !bg-channel-tint' : ''}`}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {icon && <Icon of={icon} size={16} />}
        {label}
        {value !== undefined && (
          <span className="num max-w-40 truncate font-medium text-channel">{value}</span>
        )}
        <Icon of={ChevronDown} size={15} className="text-ink-3" />
      </button>
      {isOpen && (
        <fieldset
          id={id}
          aria-label={label}
          className={`z-30 rounded-lg border border-line bg-surface p-2 shadow-pop max-md:fixed max-md:inset-x-4 max-md:bottom-20 max-md:max-h-[60svh] max-md:overflow-y-auto md:absolute md:top-full md:mt-1.5 md:max-h-96 md:min-w-60 md:overflow-y-auto ${props.side === 'right' ? 'md:right-0' : 'md:left-0'}`}
        >
          {typeof children === 'function' ? children(() => setOpen(false)) : children}
        </fieldset>
      )}
    </div>
  )
}

export declare namespace Popover {
  type Props = {
    /** Text of the button, and name of the panel. */
    label: string
    /** What is chosen, in short. */
    value?: string | undefined
    icon?: LucideIcon
    /** Whether something is chosen. */
    isSet?: boolean
    /** The edge of the button that the panel is aligned with; left by default. */
    side?: 'left' | 'right'
    children: ReactNode | ((close: () => void) => ReactNode)
  }
}
