import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

import { Icon } from '../forms/Icon.tsx'
import type { Tone } from './Note.tsx'

/** A small label with an icon, coloured by its meaning; neutral without a tone. */
export function Chip(props: Chip.Props) {
  const { tone, icon, size = 'md', spin = false, children } = props
  const isLarge = size === 'lg'
  return (
    <span className={`chip ${tone ? `chip-${tone}` : ''} ${isLarge ? 'chip-lg' : ''}`}>
      <Icon of={icon} size={isLarge ? 16 : 14} spin={spin} />
      {children}
    </span>
  )
}

export declare namespace Chip {
  type Props = {
    tone?: Tone | undefined
    icon: LucideIcon
    size?: 'md' | 'lg'
    spin?: boolean
    children: ReactNode
  }
}
