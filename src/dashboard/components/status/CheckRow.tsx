import { CircleCheck, CircleX, LoaderCircle, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

import { translate } from '../../language/translate.ts'
import { Icon } from '../forms/Icon.tsx'

/** Result of a check; `caution` also means that it could not be run, which is never a pass. */
export type CheckState = 'running' | 'pass' | 'caution' | 'fail'

const styles = {
  running: { icon: LoaderCircle, tone: 'text-channel', word: translate('Running') },
  pass: { icon: CircleCheck, tone: 'text-reed', word: translate('Passed') },
  caution: { icon: TriangleAlert, tone: 'text-buff', word: translate('Caution') },
  fail: { icon: CircleX, tone: 'text-flare', word: translate('Failed') },
} satisfies Record<CheckState, { icon: LucideIcon; tone: string; word: string }>

/** The result of a check as an icon, with its word for screen readers where none is beside it. */
export function CheckMark(props: { state: CheckState; hasWord?: boolean }) {
  const { state, hasWord = true } = props
  const { icon, tone, word } = styles[state]
  return (
    <span className={`mt-0.75 ${tone}`}>
      <Icon of={icon} spin={state === 'running'} />
      {hasWord && <span className="sr-only">{word}: </span>}
    </span>
  )
}

/** A check as a list item: the claim, its result as icon and word, and the evidence. */
export function CheckRow(props: CheckRow.Props) {
  const { state, claim, children } = props
  const { word } = styles[state]
  return (
    <li className="flex gap-3 py-2.5">
      <CheckMark state={state} hasWord={false} />
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
