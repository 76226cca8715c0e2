import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'

import { Icon } from './Icon.tsx'

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
