import { Check, ChevronDown, ChevronUp, LoaderCircle, PenLine } from 'lucide-react'
import { useState } from 'react'

import { Address, shortenAddress } from '#dashboard/components/status/Address.tsx'
import { ChainGlyph } from '#dashboard/components/flow/ChainGlyph.tsx'
import { type ChainIdentity, buildUnknownChain } from '#dashboard/components/flow/chainIdentity.ts'
import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { Icon } from '#dashboard/components/forms/Icon.tsx'
import { IconButton } from '#dashboard/components/forms/IconButton.tsx'
import { formatClockTime, formatExactTime } from '#dashboard/components/status/formatTime.ts'
import {
  type EvmOperationFacts,
  type OperationFacts,
  getSourceAccount,
} from '#dashboard/review/verifyQuote.ts'
import { AuthorizationFacts } from './AuthorizationFacts.tsx'
import { OperationFact } from './OperationFact.tsx'
import { buildOperationSteps, getOperationTitle } from './operationSteps.ts'
import { SolanaFactList } from './SolanaFactList.tsx'
import { useInstallation } from '../../useInstallation.ts'

/** Where an operation stands on its way to a signature. */
export type OperationState = 'open' | 'asking' | 'signed'

const chips = {
  signed: { tone: 'chip-reed', icon: Check, word: 'Signed' },
  asking: { tone: 'chip-channel', icon: LoaderCircle, word: 'Waiting in your wallet' },
  open: { tone: '', icon: PenLine, word: 'Not signed' },
} as const

/** One operation in plain words, read from its call data; the current one is open. */
export function OperationCard(props: OperationCard.Props) {
  const { operation, count, state, chains, isFirst, isOneOfSeveral = false } = props
  const [isOpen, setOpen] = useState(isFirst)
  const formats = useFormats()
  const chain = chains.get(operation.chain.chainId) ?? buildUnknownChain(operation.chain.chainId)
  const title = getOperationTitle(operation, formats)
  const isShown = isOpen || state === 'asking'
  return (
    <article
      className={`panel overflow-hidden ${state === 'asking' ? '!border-channel' : ''}`}
      aria-label={title}
    >
      <header className="flex min-h-18 flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
        <ChainGlyph chain={chain} size={34} />
        <div className="min-w-0 flex-1 basis-48">
          <h3 className="font-semibold">{title}</h3>
          <p className="text-sm text-ink-3">
            Operation {operation.index + 1} of {count}, on {chain.name}
            {isOneOfSeveral && `, from ${shortenAddress(getSourceAccount(operation))}`}
          </p>
        </div>
        <StateChip state={state} />
        <IconButton
          icon={isShown ? ChevronUp : ChevronDown}
          size="sm"
          label={`${isShown ? 'Hide' : 'Show'} details of operation ${operation.index + 1}`}
          aria-expanded={isShown}
          onClick={() => setOpen(!isShown)}
        />
      </header>
      {isShown && <Details operation={operation} chain={chain} />}
    </article>
  )
}

export declare namespace OperationCard {
  type Props = {
    operation: OperationFacts
    count: number
    state: OperationState
    chains: ReadonlyMap<string, ChainIdentity>
    isFirst: boolean
    /** Set when several accounts pay: then the account is named. */
    isOneOfSeveral?: boolean
  }
}

/** Where an operation stands, with an icon and a word. */
export function StateChip(props: { state: OperationState }) {
  const { tone, icon, word } = chips[props.state]
  return (
    <span className={`chip ${tone}`}>
      <Icon of={icon} size={14} spin={props.state === 'asking'} />
      {word}
    </span>
  )
}

function Details(props: { operation: OperationFacts; chain: ChainIdentity }) {
  const { operation } = props
  const formats = useFormats()
  const steps = buildOperationSteps(operation, formats)
  return (
    <div className="border-t border-line px-5 py-4">
      <ol className="rule -my-1">
        {steps.map(({ id, text, call }, index) => (
          <li key={id} className="flex gap-3 py-2.5">
            <span className="num w-5 shrink-0 text-right text-ink-3">{index + 1}</span>
            <div className="min-w-0">
              <div>{text}</div>
              <div className="mono truncate text-sm text-ink-3" title={call}>
                {call}
              </div>
            </div>
          </li>
        ))}
      </ol>
      {operation.kind === 'solana' ? (
        <SolanaFactList operation={operation} />
      ) : (
        <>
          <OperationFactList operation={operation} />
          <AuthorizationFacts operation={operation} />
        </>
      )}
    </div>
  )
}

/** Escrow, deadline, account and nonce of an operation on an EVM chain. */
export function OperationFactList(props: { operation: EvmOperationFacts }) {
  const { operation } = props
  const { trust } = useInstallation()
  const isTrusted = trust === 'compiled' || trust === 'pinned'
  const untilMs = Number(operation.validUntil ?? 0n) * 1000
  const spender = operation.calls.find((call) => call.kind === 'deposit')?.escrow
  return (
    <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-4 border-t border-line pt-4 md:grid-cols-3">
      {spender && (
        <OperationFact name="Escrow contract">
          <Address value={spender} canCopy={false} />
          {isTrusted && <span className="chip chip-reed !h-5 !px-1.5">Pinned</span>}
        </OperationFact>
      )}
      <OperationFact name="Valid until">
        <time dateTime={new Date(untilMs).toISOString()} title={formatExactTime(untilMs)}>
          {formatClockTime(untilMs, 'seconds')}
        </time>
      </OperationFact>
      <OperationFact name="Network fee">Paid by the service</OperationFact>
      <OperationFact name="Account">
        <Address value={operation.userOp.sender} canCopy={false} />
      </OperationFact>
      <OperationFact name="Nonce">
        <span className="mono truncate" title={operation.userOp.nonce}>
          {operation.userOp.nonce.slice(0, 8)}…
        </span>
      </OperationFact>
      <OperationFact name="You sign">
        Typed data (EIP-712){operation.delegation ? ', and an authorization (EIP-7702)' : ''}
      </OperationFact>
    </dl>
  )
}
