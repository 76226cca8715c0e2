import { Check, LoaderCircle, PenLine } from 'lucide-react'
import type { ReactNode } from 'react'

import { ChainGlyph } from '#dashboard/components/flow/ChainGlyph.tsx'
import type { ChainIdentity } from '#dashboard/components/flow/chainIdentity.ts'
import { Chip } from '#dashboard/components/status/Chip.tsx'

import { translate } from '../../../language/translate.ts'

/** State of an operation's signature. */
export type OperationState = 'open' | 'asking' | 'signed'

const chips = {
  signed: { tone: 'reed', icon: Check, word: translate('Signed') },
  asking: { tone: 'channel', icon: LoaderCircle, word: translate('Waiting in your wallet') },
  open: { tone: undefined, icon: PenLine, word: translate('Not signed') },
} as const

/** A card for one operation: its title, chain and signature state, above its details. */
export function OperationFrame(props: OperationFrame.Props) {
  const { title, detail, chain, state, action, children } = props
  return (
    <article
      className={`panel overflow-hidden ${state === 'asking' ? '!border-channel' : ''}`}
      aria-label={title}
    >
      <header className="flex min-h-18 flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
        <ChainGlyph chain={chain} size={34} />
        <div className="min-w-0 flex-1 basis-48">
          <h3 className="font-semibold">{title}</h3>
          <p className="text-sm text-ink-3">{detail}</p>
        </div>
        <StateChip state={state} />
        {action}
      </header>
      {children && <div className="border-t border-line px-5 py-4">{children}</div>}
    </article>
  )
}

export declare namespace OperationFrame {
  type Props = {
    title: string
    detail: ReactNode
    chain: ChainIdentity
    state: OperationState
    action?: ReactNode
    /** Details below the header; none while the card is folded. */
    children?: ReactNode
  }
}

function StateChip(props: { state: OperationState }) {
  const { tone, icon, word } = chips[props.state]
  return (
    <Chip tone={tone} icon={icon} spin={props.state === 'asking'}>
      {word}
    </Chip>
  )
}
