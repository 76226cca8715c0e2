import { CircleCheck, Repeat2, Unplug } from 'lucide-react'

import { Icon } from '../forms/Icon.tsx'

const styles = {
  ready: { tone: 'chip-reed', icon: CircleCheck, word: 'Ready to sign' },
  elsewhere: { tone: 'chip-buff', icon: Repeat2, word: 'Wallet is on another account' },
  absent: { tone: 'chip-buff', icon: Unplug, word: 'Wallet is not connected' },
} as const

/** Whether a key's wallet can be asked to sign now, as icon and text. */
export function SignerChip(props: SignerChip.Props) {
  const { tone, icon, word } = styles[props.holder.state]
  return (
    <span className={`chip ${tone}`}>
      <Icon of={icon} size={14} />
      {word}
    </span>
  )
}

export declare namespace SignerChip {
  type Props = { holder: { state: keyof typeof styles } }
}
