import { ChevronRight } from 'lucide-react'

import type { ChainIdentity } from '#dashboard/components/flow/chainIdentity.ts'
import { useFormats } from '#dashboard/components/amounts/Formats.tsx'
import { Icon } from '#dashboard/components/forms/Icon.tsx'
import type { PreparedFacts } from '#dashboard/review/verifyPrepared.ts'
import { EvmFactList } from '../../signing/operations/EvmFactList.tsx'
import { NumberedSteps } from '../../signing/operations/NumberedSteps.tsx'
import { OperationFrame, type OperationState } from '../../signing/operations/OperationFrame.tsx'
import { buildPreparedSteps } from './preparedSteps.ts'

/** The prepared operation in plain words: funds, calls with their values, and fee. */
export function PreparedCard(props: PreparedCard.Props) {
  const { facts, chain, coin, state } = props
  const steps = buildPreparedSteps(facts, { formats: useFormats(), coin })
  const calls = facts.calls.length === 1 ? 'your call' : `your ${facts.calls.length} calls`
  return (
    <OperationFrame
      title={`Make ${calls} on ${chain.name}`}
      detail="All of it happens, or nothing does"
      chain={chain}
      state={state}
    >
      <NumberedSteps
        steps={steps.map(({ id, text, values, raw, isOwn }) => ({
          id,
          content: (
            <>
              <div className={isOwn ? 'font-semibold' : ''}>{text}</div>
              {values.length > 0 && <Values of={values} />}
              {raw.length > 0 && <RawCall of={raw} />}
            </>
          ),
        }))}
      />
      <EvmFactList operation={facts.operation} />
    </OperationFrame>
  )
}

export declare namespace PreparedCard {
  type Props = {
    facts: PreparedFacts
    chain: ChainIdentity
    /** Ticker of the chain's native coin. */
    coin: string
    state: OperationState
  }
}

/** Contract, arguments and data of a call, folded. */
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
