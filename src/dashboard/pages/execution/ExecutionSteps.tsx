import { Undo2, X } from 'lucide-react'

import { type Step, StepTrack } from '../../components/status/StepTrack.tsx'
import { translate } from '../../language/translate.ts'
import type { ExecutionView } from './view/executionView.ts'

/** The stages of an execution, each with an explanation. */
export function ExecutionSteps(props: ExecutionSteps.Props) {
  const { view } = props
  return (
    <>
      <StepTrack label={translate('Progress')} steps={toSteps(view)} />
      {view.status === 'EXECUTED' && (
        <p className="mt-5 max-w-prose text-ink-2">
          {describeExecuted(view)}{' '}
          {translate('All that’s left is settlement between the escrow and the solver.')}
        </p>
      )}
    </>
  )
}

export declare namespace ExecutionSteps {
  type Props = { view: ExecutionView }
}

function describeExecuted({ call, isToOther, received }: ExecutionView): string {
  if (call) return translate('Your call on {chain} has run.', { chain: call.chain.name })
  if (!received) return translate(isToOther ? 'They have received it.' : 'You have received it.')
  const { symbol } = received
  return isToOther
    ? translate('They have received {symbol}.', { symbol })
    : translate('You have received {symbol}.', { symbol })
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
  const pending: StepNames['PENDING'] = [translate('Pending'), translate('Accepted by the service')]
  if (!call)
    return {
      PENDING: pending,
      IN_PROGRESS: [translate('In progress'), translate('Confirming your operations')],
      EXECUTED: [
        translate('Delivered'),
        received
          ? translate('{symbol} delivered', { symbol: received.symbol })
          : translate('Delivered'),
      ],
      COMPLETED: [translate('Completed'), translate('Settled, nothing is left to do')],
    }
  return {
    PENDING: pending,
    IN_PROGRESS: [
      translate('In progress'),
      call.isFunded ? translate('Confirming your deposits') : translate('Confirming your call'),
    ],
    EXECUTED: [
      translate('Call ran'),
      translate('Your call ran on {chain}', { chain: call.chain.name }),
    ],
    COMPLETED: [
      translate('Completed'),
      call.isFunded ? translate('All deposits settled') : translate('Nothing left to do'),
    ],
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
      return view.isDelivered ? 2 : view.legs.some(({ word }) => word !== 'untaken') ? 2 : 1
    case undefined:
      return view.isDelivered ? 2 : view.legs.some(({ state }) => state === 'done') ? 1 : 0
  }
}

function findEnding({ status, legs, hasFailed, call }: ExecutionView): Step | undefined {
  if (hasFailed && status !== 'FAILED') {
    const taken = legs.some(({ word }) => word === 'returned')
    return {
      id: 'REFUNDED',
      title: status === 'REFUNDED' ? translate('Refunded') : translate('Reclaimed'),
      detail: taken
        ? call
          ? translate('The call didn’t run. Fully refunded')
          : translate('Fully refunded')
        : translate('Nothing charged'),
      state: 'now',
      ending: { tone: 'buff', icon: Undo2 },
    }
  }
  if (status !== 'FAILED') return undefined
  return {
    id: 'FAILED',
    title: translate('Failed'),
    detail: translate('A deposit is waiting for you in escrow'),
    state: 'now',
    ending: { tone: 'flare', icon: X },
  }
}
