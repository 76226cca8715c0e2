import { CircleCheck, Repeat2, Unplug } from 'lucide-react'

import { translate } from '../../language/translate.ts'
import { Chip } from './Chip.tsx'

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
