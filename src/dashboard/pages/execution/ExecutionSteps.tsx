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
  const at = getPosition(view)
  const steps = order.map((id, index): Step => {
    const isLast = index === order.length - 1
    const state = index < at || (isLast && at === index) ? 'done' : index === at ? 'now' : 'ahead'
    return { id, ...describeStep(id, { view, state }), state }
  })
  const ending = findEnding(view)
  if (!ending) return steps
  const begun = order.slice(0, Math.max(1, at)).map((id): Step => {
    return { id, ...describeStep(id, { view, state: 'done' }), state: 'done' }
  })
  return [...begun, ending]
}

/** Names a step, with what it did, does or will do. */
function describeStep(
  id: (typeof order)[number],
  { view, state }: { view: ExecutionView; state: Step['state'] },
): { title: string; detail: string } {
  const { call, received } = view
  const isAhead = state === 'ahead'
  switch (id) {
    case 'PENDING':
      return { title: translate('Pending'), detail: translate('Accepted by the service') }
    case 'IN_PROGRESS':
      return {
        title: translate('In progress'),
        detail:
          state !== 'done'
            ? !call
              ? translate('Confirming your operations')
              : call.isFunded
                ? translate('Confirming your deposits')
                : translate('Confirming your call')
            : !call
              ? translate('Operations confirmed')
              : call.isFunded
                ? translate('Deposits confirmed')
                : translate('Call confirmed'),
      }
    case 'EXECUTED': {
      if (call) {
        const chain = call.chain.name
        return isAhead
          ? { title: translate('Call'), detail: translate('Runs on {chain}', { chain }) }
          : {
              title: translate('Call ran'),
              detail: translate('Your call ran on {chain}', { chain }),
            }
      }
      const symbol = received?.symbol ?? translate('an asset')
      return isAhead
        ? {
            title: translate('Delivery'),
            detail: translate('{symbol} is delivered next', { symbol }),
          }
        : { title: translate('Delivered'), detail: translate('{symbol} delivered', { symbol }) }
    }
    case 'COMPLETED':
      if (isAhead) return { title: translate('Finish'), detail: translate('Settlement comes last') }
      return {
        title: translate('Completed'),
        detail: call?.isFunded
          ? translate('All deposits settled')
          : call
            ? translate('Nothing left to do')
            : translate('Settled, nothing is left to do'),
      }
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
    const taken = legs.some(({ word }) => word !== 'untaken')
    return {
      id: 'REFUNDED',
      title:
        status !== 'REFUNDED'
          ? translate('Reclaimed')
          : taken
            ? translate('Refunded')
            : translate('Not charged'),
      detail: taken
        ? call
          ? translate('The call didn’t run. Fully refunded')
          : translate('Fully refunded')
        : translate('Nothing left your account'),
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
