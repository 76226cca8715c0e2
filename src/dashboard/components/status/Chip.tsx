import { type LucideIcon, CircleCheck, Repeat2, Unplug } from 'lucide-react'
import type { ReactNode } from 'react'

import { Icon } from '../forms/Icon.tsx'
import type { Tone } from './Note.tsx'
import { translate } from '../../language/translate.ts'

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

const styles = {
  ready: { tone: 'reed', icon: CircleCheck, word: translate('Ready to sign') },
  elsewhere: { tone: 'buff', icon: Repeat2, word: translate('Wallet on another account') },
  absent: { tone: 'buff', icon: Unplug, word: translate('Wallet not connected') },
} as const

/** Whether a key's wallet can be asked to sign now, as icon and text. */
export function SignerChip(props: SignerChip.Props) {
  const { tone, icon, word } = styles[props.holder.state]
  return (
    <Chip tone={tone} icon={icon}>
      {word}
    </Chip>
  )
}

export declare namespace SignerChip {
  type Props = { holder: { state: keyof typeof styles } }
}
