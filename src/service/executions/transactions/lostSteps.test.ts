import { expect, test } from 'vitest'

import type { Facts, LegFacts, StepFact } from '../state/facts.ts'
import { type PlannedAction, initialState, type State, step } from '../state/step.ts'
import { none } from '#testing/model/modelState.ts'

const lost: StepFact = {
  ...none,
  state: 'reverted',
  attempts: 1,
  reason: 'ORDER_EXPIRED',
  isLost: true,
}

function leg(change: Partial<LegFacts>): LegFacts {
  return {
    escrow: 'none',
    isNonceUsed: false,
    outcome: 'none',
    isUnsigned: false,
    reason: null,
    deposit: none,
    release: none,
    refund: none,
    attested: null,
    depositDeadline: 120n,
    refundAfter: 900n,
    settledTime: 10n,
    headTime: 10n,
    ...change,
  }
}

function crossing(
  legs: readonly LegFacts[],
  fill: NonNullable<Facts['destination']>['fill'] = 'open',
): Facts {
  const time = { settledTime: 10n, headTime: 10n }
  const steps = {
    grantStep: undefined,
    deploymentStep: undefined,
    fillStep: none,
    cancelStep: none,
  }
  const window = { fillFrom: 0n, fillUntil: 300n, fillDeadline: 300n }
  return { legs, destination: { fill, ...steps, ...window, ...time } }
}

function sent(actions: readonly PlannedAction[]): string[] {
  return actions.flatMap((one) => (one.kind === 'send' ? [`${one.action} #${one.attempt}`] : []))
}

function inPhase(phase: State['phase']): State {
  return { phase, status: 'IN_PROGRESS', failReason: null }
}

test('a deposit that is lost is not sent again: what others deposited is given back before any deadline', () => {
  const legs = [leg({ deposit: lost }), leg({ escrow: 'held' })]
  const { state, actions } = step(initialState, crossing(legs))
  expect(state).toMatchObject({ phase: 'cancelling', failReason: 'ORDER_EXPIRED' })
  expect(sent(actions)).toEqual(['cancel #1'])
})

test('a transfer that is lost is over at once', () => {
  const { state } = step(initialState, { legs: [leg({ escrow: 'absent', deposit: lost })] })
  expect(state).toMatchObject({ status: 'REFUNDED', failReason: 'ORDER_EXPIRED' })
})

test('a release that is lost is made anew, when the attestors have signed anew', () => {
  const held = leg({ escrow: 'held', release: lost })
  expect(step(inPhase('releasing'), crossing([held], 'filled')).actions).toEqual([
    { kind: 'attest', verdict: 'Filled', leg: 0 },
  ])
  const again = crossing([{ ...held, attested: 'Filled' }], 'filled')
  expect(sent(step(inPhase('releasing'), again).actions)).toEqual(['release #2'])
})

test('a refund that is lost was no attempt: it is not given up for it', () => {
  const refund = { ...lost, attempts: 7 }
  const held = leg({ escrow: 'held', refund, attested: 'Cancelled', settledTime: 901n })
  const { state, actions } = step(inPhase('refunding'), crossing([held], 'cancelled'))
  expect(state.phase).toBe('refunding')
  expect(sent(actions)).toEqual(['refund #8'])
})

test('a release that is lost does not keep its refund waiting', () => {
  const held = leg({ escrow: 'held', release: lost, attested: 'Cancelled' })
  const { actions } = step(inPhase('refunding'), crossing([held], 'cancelled'))
  expect(actions).toEqual([{ kind: 'send', action: 'refund', leg: 0, attempt: 1 }])
})
