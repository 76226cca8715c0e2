import { Undo2, X } from 'lucide-react'

import { type Step, StepTrack } from '../../components/status/StepTrack.tsx'
import type { ExecutionView } from './view/executionView.ts'

/** The stages of an execution, each with an explanation. */
export function ExecutionSteps(props: ExecutionSteps.Props) {
  const { view } = props
  return (
    <>
      <StepTrack label="Progress" steps={toSteps(view)} />
      {view.status === 'EXECUTED' && (
        <p className="mt-5 max-w-prose text-ink-2">
          {describeExecuted(view)} What is left is between the escrow and the solver: the origin
          legs are settling.
        </p>
      )}
    </>
  )
}

export declare namespace ExecutionSteps {
  type Props = { view: ExecutionView }
}

function describeExecuted({ call, isToOther, received }: ExecutionView): string {
  if (call) return `Your call on ${call.chain.name} has run.`
  return `${isToOther ? 'They have' : 'You have'} received ${received?.symbol ?? 'it'}.`
}

const order = ['PENDING', 'IN_PROGRESS', 'EXECUTED', 'COMPLETED'] as const

function toSteps(view: ExecutionView): readonly Step[] {
  const names = getStepNames(view)
  const at = getPosition(view)
  const steps = order.map((id, index): Step => {
    const [title, detail] = names[id]
    const isLast = index === order.length - 1
    const state = index < at || (isLast && at === index) ? 'done' : index === at ? 'now' : 'ahead'
    return { id, title, detail, state }
  })
  const ending = findEnding(view)
  if (!ending) return steps
  const begun = steps.slice(0, Math.max(1, at)).map((step) => ({ ...step, state: 'done' as const }))
  return [...begun, ending]
}

type StepNames = Record<(typeof order)[number], [string, string]>

function getStepNames({ call, received }: ExecutionView): StepNames {
  const pending: StepNames['PENDING'] = ['Pending', 'Accepted by the service']
  if (!call)
    return {
      PENDING: pending,
      IN_PROGRESS: ['In progress', 'Your operations are being confirmed'],
      EXECUTED: ['Executed', `${received?.symbol ?? 'It'} is delivered`],
      COMPLETED: ['Completed', 'Everything is settled'],
    }
  return {
    PENDING: pending,
    IN_PROGRESS: [
      'In progress',
      `Your ${call.isFunded ? 'deposits are' : 'call is'} being confirmed`,
    ],
    EXECUTED: ['Executed', `Your call ran on ${call.chain.name}`],
    COMPLETED: ['Completed', call.isFunded ? 'Every deposit is settled' : 'Nothing is left to do'],
  }
}

/** Returns the current position; the last step once completed. */
function getPosition(view: ExecutionView): number {
  switch (view.status) {
    case 'COMPLETED':
      return 3
    case 'EXECUTED':
      return 2
    case 'IN_PROGRESS':
      return 1
    case 'PENDING':
      return 0
    case 'REFUNDED':
    case 'FAILED':
      return view.isDelivered
        ? 2
        : view.legs.some(({ stateLabel }) => stateLabel !== 'Never taken')
          ? 2
          : 1
    case undefined:
      return view.isDelivered ? 2 : view.legs.some(({ state }) => state === 'done') ? 1 : 0
  }
}

function findEnding({ status, legs, hasFailed, call }: ExecutionView): Step | undefined {
  if (hasFailed && status !== 'FAILED') {
    const taken = legs.some(({ stateLabel }) => stateLabel === 'Returned')
    return {
      id: 'REFUNDED',
      title: status === 'REFUNDED' ? 'Refunded' : 'Taken back',
      detail: taken
        ? `${call ? 'The call did not run. ' : ''}Everything is back`
        : 'Nothing was taken',
      state: 'now',
      ending: { tone: 'buff', icon: Undo2 },
    }
  }
  if (status !== 'FAILED') return undefined
  return {
    id: 'FAILED',
    title: 'Failed',
    detail: 'A deposit waits in the escrow for you',
    state: 'now',
    ending: { tone: 'flare', icon: X },
  }
}
