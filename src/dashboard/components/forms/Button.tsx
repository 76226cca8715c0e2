import { LoaderCircle, type LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'

import { Icon } from './Icon.tsx'

/** Two lines fit into the height of all but the small button. */
const wrapped = 'line-clamp-2 min-w-0 leading-tight whitespace-normal'

/**
 * A button labelled with its effect. While `waiting` it keeps its size, shows a spinner and the
 * given text, which wraps or is cut rather than runs out of it, and ignores clicks.
 */
export function Button(props: Button.Props) {
  const { variant, size, icon, waiting, className, children, onClick, ...rest } = props
  const isWaiting = waiting !== undefined
  const iconSize = size === 'sm' ? 15 : 18
  return (
    <button
      type="button"
      {...rest}
      className={getButtonClass({ ...(variant && { variant }), ...(size && { size }), className })}
      aria-busy={isWaiting || undefined}
      aria-disabled={isWaiting || rest['aria-disabled']}
      onClick={isWaiting ? undefined : onClick}
    >
      {isWaiting && <Icon of={LoaderCircle} size={iconSize} spin />}
      {!isWaiting && icon && <Icon of={icon} size={iconSize} />}
      {isWaiting ? (
        <span className={size === 'sm' ? 'truncate' : wrapped}>{waiting}</span>
      ) : (
        children
      )}
    </button>
  )
}

export declare namespace Button {
  type Props = ComponentProps<'button'> & {
    variant?: ButtonVariant
    size?: ButtonSize
    icon?: LucideIcon
    /** What is being waited for; replaces the label. */
    waiting?: string | undefined
  }
}

/** Emphasis of a button; one primary button per page. */
export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'link'

/** Heights 32, 40 and 48 px. */
export type ButtonSize = 'sm' | 'md' | 'lg'

/** Returns the class names of a button, also for links styled as buttons. */
export function getButtonClass(
  look: { variant?: ButtonVariant; size?: ButtonSize; className?: string | undefined } = {},
): string {
  const { variant = 'secondary', size = 'md', className = '' } = look
  return `btn btn-${variant} ${size === 'md' ? '' : `btn-${size}`} ${className}`
}

/** A button that shows only an icon; `label` is its name. */
export function IconButton(props: IconButton.Props) {
  const { icon, label, size = 'md', iconSize, spin = false, className = '', ...rest } = props
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={`icon-btn ${size === 'sm' ? 'icon-btn-sm' : ''} ${className}`}
    >
      <Icon of={icon} size={iconSize ?? (size === 'sm' ? 16 : 19)} spin={spin} />
    </button>
  )
}

export declare namespace IconButton {
  type Props = Omit<ComponentProps<'button'>, 'aria-label' | 'title' | 'children'> & {
    icon: LucideIcon
    label: string
    size?: 'sm' | 'md'
    iconSize?: number
    spin?: boolean
  }
}
