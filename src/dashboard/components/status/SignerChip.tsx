import { CircleCheck, Repeat2, Unplug } from 'lucide-react'

import { Chip } from './Chip.tsx'

const styles = {
  ready: { tone: 'reed', icon: CircleCheck, word: 'Ready to sign' },
  elsewhere: { tone: 'buff', icon: Repeat2, word: 'Wallet is on another account' },
  absent: { tone: 'buff', icon: Unplug, word: 'Wallet is not connected' },
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
