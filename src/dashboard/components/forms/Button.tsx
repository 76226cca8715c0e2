import { LoaderCircle, type LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'

import { getButtonClass, type ButtonSize, type ButtonVariant } from './getButtonClass.ts'
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
