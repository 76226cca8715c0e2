import {
  Check,
  CheckCheck,
  CircleHelp,
  Clock,
  type LucideIcon,
  Undo2,
  Waves,
  X,
} from 'lucide-react'

import { Icon } from '../forms/Icon.tsx'

const styles: Partial<Record<string, { tone: string; icon: LucideIcon; word: string }>> = {
  PENDING: { tone: '', icon: Clock, word: 'Pending' },
  IN_PROGRESS: { tone: 'chip-channel', icon: Waves, word: 'In progress' },
  EXECUTED: { tone: 'chip-channel', icon: Check, word: 'Executed' },
  COMPLETED: { tone: 'chip-reed', icon: CheckCheck, word: 'Completed' },
  REFUNDED: { tone: 'chip-buff', icon: Undo2, word: 'Refunded' },
  FAILED: { tone: 'chip-flare', icon: X, word: 'Failed' },
}

/** An execution's status as icon and word; an unknown status is shown as received. */
export function StatusChip(props: StatusChip.Props) {
  const { status, size = 'md' } = props
  const { tone, icon, word } = styles[status] ?? { tone: '', icon: CircleHelp, word: status }
  return (
    <span className={`chip ${tone} ${size === 'lg' ? 'chip-lg' : ''}`}>
      <Icon of={icon} size={size === 'lg' ? 16 : 14} />
      {word}
    </span>
  )
}

export declare namespace StatusChip {
  type Props = {
    /** A status of the service, or any other value it sent. */
    status: string
    size?: 'md' | 'lg'
  }
}
