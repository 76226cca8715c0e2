import { CircleCheck, CircleX, LoaderCircle, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

import { Icon } from '../forms/Icon.tsx'

/** Result of a check; `caution` also means that it could not be run, which is never a pass. */
export type CheckState = 'running' | 'pass' | 'caution' | 'fail'

const styles = {
  running: { icon: LoaderCircle, tone: 'text-channel', word: 'Running' },
  pass: { icon: CircleCheck, tone: 'text-reed', word: 'Passed' },
  caution: { icon: TriangleAlert, tone: 'text-buff', word: 'Caution' },
  fail: { icon: CircleX, tone: 'text-flare', word: 'Failed' },
} satisfies Record<CheckState, { icon: LucideIcon; tone: string; word: string }>

/** A check as a list item: the claim, its result as icon and word, and the evidence. */
export function CheckRow(props: CheckRow.Props) {
  const { state, claim, children } = props
  const { icon, tone, word } = styles[state]
  return (
    <li className="flex gap-3 py-2.5">
      <span className={`mt-0.75 ${tone}`}>
        <Icon of={icon} spin={state === 'running'} />
      </span>
      <div className="min-w-0 flex-1">
        <div className="font-semibold">
          {claim}
          <span className="sr-only">: {word}</span>
        </div>
        {children && <div className="text-sm break-words text-ink-3">{children}</div>}
      </div>
    </li>
  )
}

export declare namespace CheckRow {
  type Props = {
    state: CheckState
    claim: ReactNode
    children?: ReactNode
  }
}
