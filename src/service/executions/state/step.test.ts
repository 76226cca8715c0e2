import { describe, expect, test } from 'vitest'

import type { Facts, LegFacts, StepFact } from './facts.ts'
import {
  type PlannedAction,
  initialState,
  findUndeliveredOrders,
  phases,
  type State,
  step,
} from './step.ts'

const none: StepFact = { state: 'none', attempts: 0, reason: null, isResting: false, isLost: false }
const sent: StepFact = { ...none, state: 'sent', attempts: 1 }
const depositDeadline = 120n
const fillDeadline = 300n
const refundAfter = 900n

function leg(change: Partial<LegFacts> = {}): LegFacts {
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
    depositDeadline,
    refundAfter,
    settledTime: 0n,
    headTime: 0n,
    ...change,
  }
}

function crossing(
  legs: readonly LegFacts[],
  change: Partial<NonNullable<Facts['destination']>> = {},
): Facts {
  return {
    legs,
    destination: {
      fill: 'open',
      grantStep: undefined,
      deploymentStep: undefined,
      fillStep: none,
      cancelStep: none,
      fillFrom: 0n,
      fillUntil: fillDeadline,
      fillDeadline,
      settledTime: 0n,
      headTime: 0n,
      ...change,
    },
  }
}

function failed(
  state: 'reverted' | 'refused',
  rest: Pick<StepFact, 'attempts' | 'reason'>,
): StepFact {
  return { ...none, state, ...rest }
}

function inPhase(phase: State['phase'], change: Partial<State> = {}): State {
  return { phase, status: 'IN_PROGRESS', failReason: null, ...change }
}

function names(actions: readonly PlannedAction[]): string[] {
  return actions.map((one) => {
    if (one.kind === 'attest') return `attest ${one.verdict} ${one.leg}`
    const name = one.kind === 'send' ? one.action : one.kind
    const place = one.leg === 'destination' ? '' : ` ${one.leg}`
    return `${name}${place} #${one.attempt}`
  })
}

test('an accepted execution sends all deposits and waits', () => {
  const { state, actions } = step(initialState, crossing([leg(), leg()]))
  expect(state).toEqual(initialState)
  expect(names(actions)).toEqual(['deposit 0 #1', 'deposit 1 #1'])
})

test('nothing is filled while only one deposit of two is held', () => {
  const { state, actions } = step(initialState, crossing([leg({ escrow: 'held' }), leg()]))
  expect(state).toMatchObject({ phase: 'depositing', status: 'IN_PROGRESS' })
  expect(names(actions)).toEqual(['deposit 1 #1'])
})

test('once every deposit is held it is filled, and the attestations are requested ahead', () => {
  const held = leg({ escrow: 'held', deposit: sent })
  const { state, actions } = step(initialState, crossing([held, held]))
  expect(state.phase).toBe('filling')
  expect(names(actions)).toEqual(['fill #1', 'attest Filled 0', 'attest Filled 1'])
})

test('a deposit that a reorganisation took away is sent again before the fill', () => {
  const { actions } = step(inPhase('filling'), crossing([leg({ deposit: sent })]))
  expect(names(actions)).toEqual(['deposit 0 #1'])
})

test.each(['filling', 'releasing', 'cancelling'] as const)(
  'while %s, a delivery that was sent is given up when its deadline has passed at depth, not before',
  (phase) => {
    function phaseAt(settledTime: bigint): string {
      const facts = crossing([leg({ escrow: 'held' })], {
        fillStep: sent,
        settledTime,
        headTime: fillDeadline + 60n,
      })
      return step(inPhase(phase), facts).state.phase
    }
    expect(phaseAt(fillDeadline)).toBe(phase)
    expect(phaseAt(fillDeadline + 1n)).toBe('refunding')
  },
)

test('what the chain shows and nobody has noted yet does not end', () => {
  const facts = crossing([leg({ escrow: 'refunded', refund: sent })], { fill: 'cancelled' })
  const { state, actions } = step(inPhase('refunding'), { ...facts, isReceiptAwaited: true })
  expect(state).toMatchObject({ phase: 'refunding', status: 'IN_PROGRESS' })
  expect(actions).toEqual([])
  expect(step(inPhase('refunding'), facts).state).toMatchObject({ status: 'REFUNDED' })
})

describe('an account that comes to its destination by an operation of its own', () => {
  const held = [leg({ escrow: 'held' })]
  function actionsAt(change: Partial<NonNullable<Facts['destination']>>): string[] {
    const { actions } = step(inPhase('filling'), crossing(held, change))
    return names(actions).filter((name) => !name.startsWith('attest'))
  }

  test('is brought there before anything is delivered, and waited for', () => {
    expect(actionsAt({ deploymentStep: none })).toEqual(['arrive #1'])
    expect(actionsAt({ deploymentStep: sent })).toEqual(['arrive #1'])
    expect(actionsAt({ deploymentStep: { ...sent, state: 'mined' } })).toEqual(['fill #1'])
  })

  test('is delivered to all the same when it cannot come, once and for all', () => {
    const reason = 'INVALID_SIGNATURE'
    for (const state of ['refused', 'reverted'] as const)
      expect(actionsAt({ deploymentStep: failed(state, { attempts: 1, reason }) })).toEqual([
        'fill #1',
      ])
  })

  test('is delivered to in time when it does not come, and what is signed is sent on', () => {
    const late = { headTime: fillDeadline - 119n }
    expect(actionsAt({ ...late, deploymentStep: none })).toEqual(['fill #1'])
    expect(actionsAt({ ...late, deploymentStep: sent })).toEqual(['arrive #1', 'fill #1'])
    const filled = crossing([leg({ escrow: 'held', attested: 'Filled' })], {
      fill: 'filled',
      deploymentStep: sent,
    })
    expect(names(step(inPhase('releasing'), filled).actions)).toEqual(['arrive #1', 'release 0 #1'])
  })

  test('has come, or cannot any more, before the end: nothing is added to a record that is final', () => {
    const released = [leg({ escrow: 'released' })]
    const filled = { fill: 'filled', deploymentStep: sent } as const
    const { state, actions } = step(inPhase('releasing'), crossing(released, filled))
    expect(state).toMatchObject({ phase: 'releasing', status: 'EXECUTED' })
    expect(names(actions)).toEqual(['arrive #1'])
    for (const deploymentStep of [
      none,
      { ...sent, state: 'mined' } as const,
      failed('reverted', { attempts: 1, reason: null }),
    ])
      expect(
        step(inPhase('releasing'), crossing(released, { ...filled, deploymentStep })).state,
      ).toMatchObject({ status: 'COMPLETED' })
    const refunded = [leg({ escrow: 'refunded' })]
    const cancelled = { fill: 'cancelled', deploymentStep: sent } as const
    expect(step(inPhase('refunding'), crossing(refunded, cancelled)).state).toMatchObject({
      phase: 'refunding',
    })
  })
})

test('what is filled is EXECUTED, and released once attested', () => {
  const legs = [leg({ escrow: 'held', attested: 'Filled' }), leg({ escrow: 'held' })]
  const { state, actions } = step(inPhase('filling'), crossing(legs, { fill: 'filled' }))
  expect(state).toMatchObject({ phase: 'releasing', status: 'EXECUTED', failReason: null })
  expect(names(actions)).toEqual(['release 0 #1', 'attest Filled 1'])
})

test('everything released is COMPLETED without a reason', () => {
  const legs = [leg({ escrow: 'released' }), leg({ escrow: 'released' })]
  const { state } = step(inPhase('releasing'), crossing(legs, { fill: 'filled' }))
  expect(state).toEqual({ phase: 'done', status: 'COMPLETED', failReason: null })
})

test('a fill that reverted on chain is cancelled and never tried again', () => {
  const legs = [leg({ escrow: 'held' })]
  const fillStep = failed('reverted', { attempts: 1, reason: 'TRANSFER_FROM_FAILED' })
  const { state, actions } = step(inPhase('filling'), crossing(legs, { fillStep }))
  expect(state).toMatchObject({ phase: 'cancelling', failReason: 'TRANSFER_FROM_FAILED' })
  expect(names(actions)).toEqual(['cancel #1'])
})

test('missing inventory is cancelled, attested and refunded with its reason', () => {
  const fillStep = failed('refused', { attempts: 1, reason: 'SOLVER_CAPACITY_EXCEEDED' })
  const held = crossing([leg({ escrow: 'held' })], { fillStep })
  const first = step(inPhase('filling'), held)
  const cancelled = crossing([leg({ escrow: 'held' })], { fillStep, fill: 'cancelled' })
  const second = step(first.state, cancelled)
  expect(names(second.actions)).toEqual(['attest Cancelled 0'])
  const attested = crossing([leg({ escrow: 'held', attested: 'Cancelled' })], { fill: 'cancelled' })
  expect(names(step(second.state, attested).actions)).toEqual(['refund 0 #1'])
  const back = crossing([leg({ escrow: 'refunded' })], { fill: 'cancelled' })
  expect(step(second.state, back).state).toEqual({
    phase: 'done',
    status: 'REFUNDED',
    failReason: 'SOLVER_CAPACITY_EXCEEDED',
  })
})

test('a deposit that reverted alone ends REFUNDED at once, without a cancel', () => {
  const reverted = leg({ isNonceUsed: true, reason: 'TRANSFER_AMOUNT_EXCEEDS_BALANCE' })
  const { state, actions } = step(initialState, crossing([reverted]))
  expect(state).toEqual({
    phase: 'done',
    status: 'REFUNDED',
    failReason: 'TRANSFER_AMOUNT_EXCEEDS_BALANCE',
  })
  expect(actions).toEqual([])
})

test('a leg that may still land keeps the execution open until its deadline has passed', () => {
  const legs = [leg({ escrow: 'refunded' }), leg({ deposit: sent, settledTime: depositDeadline })]
  const before = step(inPhase('refunding'), crossing(legs, { fill: 'cancelled' }))
  expect(before.state.phase).toBe('refunding')
  const late = [leg({ escrow: 'refunded' }), leg({ settledTime: depositDeadline + 1n })]
  const after = step(inPhase('refunding'), crossing(late, { fill: 'cancelled' }))
  expect(after.state.status).toBe('REFUNDED')
})

test('without an attestor the clock refunds', () => {
  const held = leg({ escrow: 'held', headTime: refundAfter, settledTime: refundAfter })
  const { actions } = step(inPhase('refunding'), crossing([held], { fill: 'cancelled' }))
  expect(names(actions)).toEqual(['refund 0 #1'])
})

test.each([
  ['reverted each time', 'reverted'],
  ['no simulation let through', 'refused'],
] as const)('a deposit whose refund %s is the user\u2019s to take back: FAILED', (_, outcome) => {
  const refund = failed(outcome, { attempts: 5, reason: null })
  const held = leg({ escrow: 'held', settledTime: refundAfter, headTime: refundAfter, refund })
  const { state } = step(
    inPhase('refunding', { failReason: 'TRANSFER_FAILED' }),
    crossing([held], { fill: 'cancelled' }),
  )
  expect(state).toEqual({ phase: 'done', status: 'FAILED', failReason: 'TRANSFER_FAILED' })
})

test.each([
  ['succeeded', 'COMPLETED', null],
  ['reverted', 'REFUNDED', 'TOO_LITTLE_RECEIVED'],
] as const)('a single operation that %s ends %s', (outcome, status, failReason) => {
  const only = leg({ escrow: 'absent', isNonceUsed: true, outcome, reason: failReason })
  expect(step(initialState, { legs: [only] }).state).toMatchObject({ status, failReason })
})

test('a single operation that never landed ends REFUNDED after its deadline', () => {
  const only = leg({ escrow: 'absent', settledTime: depositDeadline + 1n })
  expect(step(initialState, { legs: [only] }).state).toMatchObject({
    status: 'REFUNDED',
    failReason: 'ORDER_EXPIRED',
  })
})

test('a single operation whose nonce is used is no refund before its event is seen', () => {
  const only = leg({
    escrow: 'absent',
    isNonceUsed: true,
    deposit: sent,
    settledTime: depositDeadline + 1n,
    headTime: depositDeadline + 1n,
  })
  const { state, actions } = step(initialState, { legs: [only] })
  expect(state).toEqual(initialState)
  expect(actions).toEqual([])
})

test('a single operation whose nonce another one used ends REFUNDED', () => {
  const only = leg({ escrow: 'absent', isNonceUsed: true, outcome: 'replaced', deposit: sent })
  expect(step(initialState, { legs: [only] }).state).toMatchObject({
    status: 'REFUNDED',
    failReason: 'ACCOUNT_ABSTRACTION_INVALID_NONCE',
  })
})

describe('an operation that every simulation refused', () => {
  const deposit = failed('refused', { attempts: 3, reason: 'TOO_LITTLE_RECEIVED' })

  test('ends a single operation at once, with the reason, when nothing was ever signed', () => {
    const only = leg({ escrow: 'absent', isUnsigned: true, deposit })
    expect(step(initialState, { legs: [only] }).state).toEqual({
      phase: 'done',
      status: 'REFUNDED',
      failReason: 'TOO_LITTLE_RECEIVED',
    })
  })

  test('ends deposits over several chains once those held are back', () => {
    const never = leg({ isUnsigned: true, deposit })
    const held = step(initialState, crossing([leg({ escrow: 'held' }), never]))
    expect(names(held.actions)).toEqual(['cancel #1'])
    const back = crossing([leg({ escrow: 'refunded' }), never], { fill: 'cancelled' })
    expect(step(held.state, back).state).toMatchObject({ status: 'REFUNDED' })
  })

  test.each([
    ['while an attempt is left', { isUnsigned: true, deposit: { ...deposit, attempts: 2 } }],
    ['when an earlier attempt was signed', { isUnsigned: false, deposit }],
    [
      'when the nonce is what was refused: it landed a moment ago',
      {
        isUnsigned: true,
        deposit: { ...deposit, reason: 'ACCOUNT_ABSTRACTION_INVALID_NONCE' as const },
      },
    ],
  ])('is not dead %s', (_, facts) => {
    const only = leg({ escrow: 'absent', ...facts })
    expect(step(initialState, { legs: [only] }).state).toEqual(initialState)
  })
})

describe('a delivery that is rolled back although it was attested', () => {
  const late = { settledTime: fillDeadline + 1n, headTime: fillDeadline + 1n }
  const held = leg({ escrow: 'held', attested: 'Filled', release: sent })
  const clock = { settledTime: refundAfter, headTime: refundAfter }
  const wasMined: StepFact = { ...sent, state: 'mined' }
  const releasing = inPhase('releasing', { status: 'EXECUTED' })

  test('is made again, and its signed release taken back, also one that had counted', () => {
    for (const release of [sent, wasMined]) {
      const facts = crossing([{ ...held, release }], { fillStep: wasMined })
      const { state, actions } = step(releasing, facts)
      expect(state.phase).toBe('releasing')
      expect(names(actions)).toEqual(['revoke 0 #1', 'fill #1'])
    }
  })

  test('is released by another transaction when it is there again', () => {
    const revoked = { ...held, release: failed('reverted', { attempts: 1, reason: null }) }
    const { actions } = step(releasing, crossing([revoked], { fill: 'filled' }))
    expect(names(actions)).toEqual(['release 0 #2'])
  })

  test('is refunded only when its release cannot land any more', () => {
    const facts = crossing([{ ...held, ...clock }], { ...late, fillStep: wasMined })
    const { state, actions } = step(releasing, facts)
    expect(state).toMatchObject({ phase: 'refunding', failReason: 'ORDER_EXPIRED' })
    expect(names(actions)).toEqual(['revoke 0 #1'])
    const release = failed('reverted', { attempts: 1, reason: null })
    const dead = crossing([{ ...held, ...clock, release }], { ...late, fillStep: wasMined })
    expect(names(step(state, dead).actions)).toEqual(['refund 0 #1'])
  })

  test('is still made after it was paid out, while there is time', () => {
    const paid = crossing([{ ...held, escrow: 'released' }], { fillStep: wasMined })
    const { state, actions } = step(releasing, paid)
    expect(state).toEqual(releasing)
    expect(names(actions)).toEqual(['fill #1'])
  })

  test('ends FAILED and is owed when it was paid out and there is no time left', () => {
    const facts = crossing([leg({ escrow: 'released' }), leg({ escrow: 'refunded' })], late)
    for (const phase of phases.filter((name) => name !== 'done')) {
      const { state } = step(inPhase(phase, { failReason: 'ORDER_EXPIRED' }), facts)
      expect(state).toEqual({ phase: 'done', status: 'FAILED', failReason: 'ORDER_EXPIRED' })
      expect(findUndeliveredOrders(state, facts)).toEqual([0])
    }
  })

  test('ends only when what was not paid out is back', () => {
    const facts = crossing([leg({ escrow: 'released' }), { ...held, release: none }], late)
    const { state, actions } = step(releasing, facts)
    expect(state.phase).toBe('refunding')
    expect(names(actions)).toEqual(['attest Cancelled 1'])
    expect(findUndeliveredOrders(state, facts)).toEqual([])
  })

  test('is no loss of the user while the deposit may not even be there', () => {
    const gone = crossing([leg({ escrow: 'none', isNonceUsed: true })], late)
    expect(step(releasing, gone).state.status).toBe('REFUNDED')
    const pending = crossing([leg({ escrow: 'none', deposit: sent })], late)
    expect(step(releasing, pending).state.phase).toBe('refunding')
  })
})

test('what is delivered although its deposit was rolled back for good is COMPLETED', () => {
  const gone = leg({ escrow: 'none', settledTime: depositDeadline + 1n })
  const { state } = step(inPhase('releasing'), crossing([gone], { fill: 'filled' }))
  expect(state).toMatchObject({ phase: 'done', status: 'COMPLETED' })
})

test('a release that is refused again and again is tried again, after its rest', () => {
  const release = failed('refused', { attempts: 40, reason: 'EXECUTION_REVERTED' })
  const held = leg({ escrow: 'held', attested: 'Filled', release })
  const resting = { ...held, release: { ...release, isResting: true } }
  const filled = { fill: 'filled' as const }
  expect(names(step(inPhase('releasing'), crossing([held], filled)).actions)).toEqual([
    'release 0 #41',
  ])
  expect(step(inPhase('releasing'), crossing([resting], filled)).actions).toEqual([])
})
