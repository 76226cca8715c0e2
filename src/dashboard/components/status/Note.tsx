import { CircleCheck, CircleX, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

import { Icon } from '../forms/Icon.tsx'

/** Colour by meaning: information, verified or done, needs attention, blocked or failed. */
export type Tone = 'channel' | 'reed' | 'buff' | 'flare'

const icons = {
  channel: Info,
  reed: CircleCheck,
  buff: TriangleAlert,
  flare: CircleX,
} satisfies Record<Tone, LucideIcon>

/** A tinted box with an icon: what happened, where the funds are, one next step. */
export function Note(props: Note.Props) {
  const { tone, icon, title, children, action, isAlert = false } = props
  return (
    <div
      className={`note note-${tone} ${action ? 'flex-wrap items-center' : ''}`}
      role={isAlert ? 'alert' : undefined}
    >
      <Icon of={icon ?? icons[tone]} />
      <div className="min-w-0 flex-1 basis-52">
        {title && <strong className="block text-ink">{title}</strong>}
        {children}
      </div>
      {action && <div className="flex flex-wrap gap-2">{action}</div>}
    </div>
  )
}

export declare namespace Note {
  type Props = {
    tone: Tone
    icon?: LucideIcon
    title?: ReactNode
    children?: ReactNode
    action?: ReactNode
    /** Set when the note appears after the page has loaded, so that it is announced. */
    isAlert?: boolean
  }
}
