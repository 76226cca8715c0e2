import { ChevronRight } from 'lucide-react'

import { ChainGlyph } from '#dashboard/components/flow/ChainGlyph.tsx'
import type { ChainIdentity } from '#dashboard/components/flow/chainIdentity.ts'
import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { Icon } from '#dashboard/components/forms/Icon.tsx'
import type { PreparedFacts } from '#dashboard/review/verifyPrepared.ts'
import {
  OperationFactList,
  type OperationState,
  StateChip,
} from '../../signing/operations/OperationCard.tsx'
import { buildPreparedSteps } from './preparedSteps.ts'

/** The prepared operation in plain words: what it takes, the calls with their values, what it leaves. */
export function PreparedCard(props: PreparedCard.Props) {
  const { facts, chain, coin, state } = props
  const formats = useFormats()
  const steps = buildPreparedSteps(facts, { formats, coin })
  const title = `Make ${facts.calls.length === 1 ? 'your call' : `your ${facts.calls.length} calls`} on ${chain.name}`
  return (
    <article
      className={`panel overflow-hidden ${state === 'asking' ? '!border-channel' : ''}`}
      aria-label={title}
    >
      <header className="flex min-h-18 flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
        <ChainGlyph chain={chain} size={34} />
        <div className="min-w-0 flex-1 basis-48">
          <h3 className="font-semibold">{title}</h3>
          <p className="text-sm text-ink-3">All of it happens, or nothing does</p>
        </div>
        <StateChip state={state} />
      </header>
      <div className="border-t border-line px-5 py-4">
        <ol className="rule -my-1">
          {steps.map(({ id, text, values, raw, isOwn }, index) => (
            <li key={id} className="flex gap-3 py-2.5">
              <span className="num w-5 shrink-0 text-right text-ink-3">{index + 1}</span>
              <div className="min-w-0 flex-1">
                <div className={isOwn ? 'font-semibold' : ''}>{text}</div>
                {values.length > 0 && <Values of={values} />}
                {raw.length > 0 && <RawCall of={raw} />}
              </div>
            </li>
          ))}
        </ol>
        <OperationFactList operation={facts.operation} />
      </div>
    </article>
  )
}

export declare namespace PreparedCard {
  type Props = {
    facts: PreparedFacts
    chain: ChainIdentity
    /** Ticker of the chain's coin. */
    coin: string
    state: OperationState
  }
}

/** The call itself, one click away from its words. */
function RawCall(props: { of: readonly { name: string; value: string }[] }) {
  return (
    <details className="group mt-1.5">
      <summary className="inline-flex min-h-6 cursor-pointer list-none items-center gap-1 text-sm font-medium text-channel">
        <Icon of={ChevronRight} size={15} className="group-open:rotate-90" />
        The call as it is sent
      </summary>
      <Values of={props.of} />
    </details>
  )
}

function Values(props: { of: readonly { name: string; value: string }[] }) {
  return (
    <dl className="mt-1.5 rounded-md bg-sunken px-3 py-2">
      {props.of.map(({ name, value }) => (
        <div key={name} className="grid gap-x-4 py-0.5 text-sm sm:grid-cols-[96px_minmax(0,1fr)]">
          <dt className="truncate text-ink-3">{name}</dt>
          <dd className="mono max-h-40 overflow-y-auto break-all">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
