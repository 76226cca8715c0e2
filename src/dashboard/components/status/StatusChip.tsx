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

import { translate } from '../../language/translate.ts'
import { Chip } from './Chip.tsx'
import type { Tone } from './Note.tsx'

const styles: Partial<Record<string, { tone?: Tone; icon: LucideIcon; word: string }>> = {
  PENDING: { icon: Clock, word: translate('Pending') },
  IN_PROGRESS: { tone: 'channel', icon: Waves, word: translate('In progress') },
  EXECUTED: { tone: 'channel', icon: Check, word: translate('Delivered') },
  COMPLETED: { tone: 'reed', icon: CheckCheck, word: translate('Completed') },
  REFUNDED: { tone: 'buff', icon: Undo2, word: translate('Refunded') },
  NOT_CHARGED: { tone: 'buff', icon: Undo2, word: translate('Not charged') },
  FAILED: { tone: 'flare', icon: X, word: translate('Failed') },
}

/** Returns the status as it is told: nothing is refunded of what was never charged. */
export function getToldStatus(status: string, { wasCharged }: { wasCharged: boolean }): string {
  return status === 'REFUNDED' && !wasCharged ? 'NOT_CHARGED' : status
}

/** How a status is shown: its tone, its word, and what its icon is called in lists. */
export function getStatusStyle(status: string): {
  tone: Tone | undefined
  word: string
  name: string
} {
  const known = styles[status]
  const name = known ? status.toLowerCase().replaceAll('_', '-') : 'other'
  return { tone: known?.tone, word: known?.word ?? status, name }
}

/** An execution's status as icon and word; an unknown status is shown as received. */
export function StatusChip(props: StatusChip.Props) {
  const { status, size = 'md' } = props
  const { tone, icon, word } = styles[status] ?? { icon: CircleHelp, word: status }
  return (
    <Chip tone={tone} icon={icon} size={size}>
      {word}
    </Chip>
  )
}

export declare namespace StatusChip {
  type Props = {
    /** A status of the service, or any other value it sent. */
    status: string
    size?: 'md' | 'lg'
  }
}
