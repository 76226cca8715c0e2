import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

import { Icon } from '#dashboard/components/forms/Icon.tsx'

/** One state of the quote's panel: an icon, what it is, and what to do. */
export function QuoteState(props: QuoteState.Props) {
  const { icon, tone, title, body, isBusy = false, children } = props
  return (
    <div className="min-h-52">
      <span className={tone}>
        <Icon of={icon} size={24} spin={isBusy} />
      </span>
      <h2 className="mt-2 text-lg font-semibold">{title}</h2>
      <p className="mt-1 max-w-prose break-words text-ink-2">{body}</p>
      {children && <div className="mt-4 flex flex-wrap gap-x-3 gap-y-2">{children}</div>}
    </div>
  )
}

export declare namespace QuoteState {
  type Props = {
    icon: LucideIcon
    tone: string
    title: string
    body: string
    isBusy?: boolean
    children?: ReactNode
  }
}
