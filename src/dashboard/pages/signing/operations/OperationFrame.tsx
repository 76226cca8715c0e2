import { Check, LoaderCircle, PenLine } from 'lucide-react'
import type { ReactNode } from 'react'

import { ChainGlyph } from '#dashboard/components/flow/ChainGlyph.tsx'
import type { ChainIdentity } from '#dashboard/components/flow/chainIdentity.ts'
import { Chip } from '#dashboard/components/status/Chip.tsx'
import { translate } from '../../../language/translate.ts'
import { Address } from '#dashboard/components/status/Address.tsx'
import type { EvmOperationFacts } from '#dashboard/review/verifyQuote.ts'
import { EscrowFact, FactTime, OperationFact, OperationFactGrid } from './OperationFact.tsx'

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

/** Escrow, deadline, account and nonce of an operation on an EVM chain. */
export function EvmFactList(props: EvmFactList.Props) {
  const { operation } = props
  const escrow = operation.calls.find((call) => call.kind === 'deposit')?.escrow
  return (
    <OperationFactGrid>
      {escrow && <EscrowFact name={translate('Escrow contract')} address={escrow} />}
      <OperationFact name={translate('Valid until')}>
        <FactTime atSeconds={operation.validUntil ?? 0n} />
      </OperationFact>
      <OperationFact name={translate('Network fee')}>
        {translate('Nothing extra to pay')}
      </OperationFact>
      <OperationFact name={translate('Account')}>
        <Address value={operation.userOp.sender} canCopy={false} />
      </OperationFact>
      <OperationFact name={translate('Nonce')}>
        <span className="mono truncate" title={operation.userOp.nonce}>
          {operation.userOp.nonce.slice(0, 8)}…
        </span>
      </OperationFact>
      <OperationFact name={translate('You sign')}>
        {operation.delegation
          ? translate('Typed data (EIP-712) and an authorization (EIP-7702)')
          : translate('Typed data (EIP-712)')}
      </OperationFact>
    </OperationFactGrid>
  )
}

export declare namespace EvmFactList {
  type Props = { operation: EvmOperationFacts }
}

/** The steps of an operation as a numbered list. */
export function NumberedSteps(props: NumberedSteps.Props) {
  return (
    <ol className="rule -my-1">
      {props.steps.map(({ id, content }, index) => (
        <li key={id} className="flex gap-3 py-2.5">
          <span className="num w-5 shrink-0 text-right text-ink-3">{index + 1}</span>
          <div className="min-w-0 flex-1">{content}</div>
        </li>
      ))}
    </ol>
  )
}

export declare namespace NumberedSteps {
  type Props = { steps: readonly { id: string; content: ReactNode }[] }
}
