import {
  CircleCheck,
  CircleDashed,
  CircleX,
  LoaderCircle,
  type LucideIcon,
  Undo2,
} from 'lucide-react'
import type { ReactNode } from 'react'

import { translate } from '../../language/translate.ts'
import { Icon } from '../forms/Icon.tsx'
import { formatClockTime, formatExactTime } from '../status/formatTime.ts'

/** State of an event. */
export type EventState = 'waiting' | 'moving' | 'done' | 'returned' | 'failed'

/** One thing that happened. */
export type TimelineEvent = {
  id: string
  state: EventState
  /** Unix milliseconds; absent while the event has no time. */
  atMs?: number
  text: ReactNode
  /** Its proof, such as a link to the explorer. */
  link?: ReactNode
}

/** Icon, colour and label of each state, shared by everything that shows a leg. */
export const eventStyles = {
  waiting: { icon: CircleDashed, tone: 'text-ink-3', word: translate('Not started') },
  moving: { icon: LoaderCircle, tone: 'text-channel', word: translate('Confirming') },
  done: { icon: CircleCheck, tone: 'text-reed', word: translate('Confirmed') },
  returned: { icon: Undo2, tone: 'text-buff', word: translate('Refunded') },
  failed: { icon: CircleX, tone: 'text-flare', word: translate('Failed') },
} satisfies Record<EventState, { icon: LucideIcon; tone: string; word: string }>

/** Events in the given order, each with its time and proof. */
export function Timeline(props: Timeline.Props) {
  const { events, label } = props
  return (
    <ol aria-label={label}>
      {events.map(({ id, state, atMs, text, link }) => (
        <li
          key={id}
          className="group relative grid grid-cols-[68px_24px_1fr] gap-x-3 pb-5 last:pb-0"
        >
          <span
            className="num pt-0.5 text-sm text-ink-3"
            title={atMs === undefined ? '' : formatExactTime(atMs)}
          >
            {atMs === undefined ? '' : formatClockTime(atMs, 'seconds')}
          </span>
          <span className="relative flex justify-center">
            <span
              className={`inline-flex h-6 w-6 items-center justify-center ${eventStyles[state].tone}`}
            >
              <Icon of={eventStyles[state].icon} spin={state === 'moving'} />
            </span>
            <span className="absolute top-7 -bottom-3.5 w-px bg-line group-last:hidden" />
          </span>
          <div className="flex min-w-0 flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5">
            <span className={state === 'waiting' ? 'text-ink-3' : ''}>{text}</span>
            {link}
          </div>
        </li>
      ))}
    </ol>
  )
}

export declare namespace Timeline {
  type Props = { events: readonly TimelineEvent[]; label: string }
}
