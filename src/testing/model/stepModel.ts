import fc from 'fast-check'

import { isTerminal } from '#protocol/status/status.ts'
import type { Facts, StepFact } from '#service/executions/state/facts.ts'
import { type PlannedAction, type State, step } from '#service/executions/state/step.ts'
import { deadlines, none, type ModelState } from './modelState.ts'

/** The number of legs, and the way of delivery: fill, fill after a deployment, or call. */
type Kind = { legs: number; way: 'plain' | 'arrival' | 'call' }

/** The state in which nothing has happened yet. */
export function createModelState({ legs, way }: Kind): ModelState {
  return {
    time: 0n,
    legs: Array.from({ length: legs }, () => ({
      escrow: 'none',
      isNonceUsed: false,
      isUnsigned: true,
      attested: null,
      deposit: none,
      release: none,
      isRevoking: false,
      refund: none,
    })),
    fill: 'open',
    grantStep: way === 'call' ? none : undefined,
    deploymentStep: way === 'arrival' ? none : undefined,
    isLent: false,
    fillStep: none,
    cancelStep: none,
    fills: 0,
    refunds: 0,
    wrongSignatures: 0,
  }
}

function buildFacts(model: ModelState): Facts {
  return {
    legs: model.legs.map((leg) => ({
      ...leg,
      outcome: 'none',
      reason: null,
      depositDeadline: deadlines.deposit,
      refundAfter: deadlines.refund,
      settledTime: model.time,
      headTime: model.time,
    })),
    destination: {
      fill: model.fill,
      grantStep: model.grantStep,
      deploymentStep: model.deploymentStep,
      fillStep: model.fillStep,
      cancelStep: model.cancelStep,
      fillFrom: 0n,
      fillUntil: deadlines.fill,
      fillDeadline: deadlines.fill,
      settledTime: model.time,
      headTime: model.time,
    },
  }
}

/** What happens to an action: performed, refused in simulation, or the worker crashes before. */
type Fate = 'done' | 'refused' | 'died'

/** Records a refusal; only an action that was never signed can be refused. */
function applyRefusal(model: ModelState, planned: PlannedAction): void {
  if (planned.kind !== 'send') return
  const refused: StepFact = { ...none, state: 'refused', attempts: planned.attempt }
  if (planned.action === 'grant' && model.grantStep?.state === 'none') model.grantStep = refused
  if (planned.action === 'arrive' && model.deploymentStep?.state === 'none')
    model.deploymentStep = refused
  if (planned.action !== 'deposit') return
  const leg = model.legs[planned.leg]
  if (leg?.deposit.state === 'none' || leg?.deposit.state === 'refused') leg.deposit = refused
}

function perform(model: ModelState, planned: PlannedAction): void {
  if (planned.kind === 'attest') return applyAttestation(model, planned)
  const about = planned.leg === 'destination' ? undefined : model.legs[planned.leg]
  if (planned.kind === 'revoke') {
    if (about) about.isRevoking = true
    return
  }
  const isOut = about?.release.state === 'sent' || about?.release.state === 'mined'
  const isUnfilled = model.fill !== 'filled'
  const isWrong = planned.action === 'release' ? isUnfilled : isUnfilled && isOut
  if ((planned.action === 'release' || planned.action === 'refund') && isWrong)
    model.wrongSignatures += 1
  // A stored revocation is final: it is what gets sent again.
  if (planned.action === 'release' && about?.release.state === 'mined' && about.isRevoking) return
  const fact: StepFact = { ...none, state: 'sent', attempts: planned.attempt }
  if (planned.action === 'grant') model.grantStep = fact
  else if (planned.action === 'arrive') model.deploymentStep = fact
  else if (planned.action === 'fill') model.fillStep = fact
  else if (planned.action === 'cancel') model.cancelStep = fact
  else {
    if (!about) return
    if (planned.action === 'deposit') about.isUnsigned = false
    about[planned.action] = fact
  }
}

/** The attestor checks the state itself and keeps its first verdict. */
function applyAttestation(model: ModelState, planned: PlannedAction & { kind: 'attest' }): void {
  const leg = model.legs[planned.leg]
  if (!leg || leg.attested !== null || leg.escrow !== 'held') return
  if (planned.verdict === 'Filled' && model.fill === 'filled') leg.attested = 'Filled'
  const isDead =
    model.fill === 'cancelled' || (model.fill === 'open' && model.time > deadlines.fill)
  if (planned.verdict === 'Cancelled' && isDead) leg.attested = 'Cancelled'
}

/** Lets a pending transaction land by the contracts' rules; `isUnlucky` makes it revert. */
function applyLanding(
  model: ModelState,
  pick: { what: string; leg: number; isUnlucky: boolean },
): void {
  const leg = model.legs[pick.leg % model.legs.length]
  if (!leg) return
  switch (pick.what) {
    case 'deposit': {
      if (leg.deposit.state !== 'sent' || leg.isNonceUsed) return
      // If guard or deadline revert the operation, its nonce is spent all the same.
      leg.isNonceUsed = true
      leg.deposit = { ...leg.deposit, state: 'mined' }
      if (!pick.isUnlucky && model.time <= deadlines.deposit) leg.escrow = 'held'
      return
    }
    case 'grant': {
      if (model.grantStep?.state !== 'sent') return
      const isGood = model.fill === 'open' && model.time <= deadlines.fill && !pick.isUnlucky
      model.grantStep = { ...model.grantStep, state: isGood ? 'mined' : 'reverted' }
      model.isLent = isGood
      return
    }
    case 'arrive':
      // A deployment moves no value, whatever its outcome.
      if (model.deploymentStep?.state === 'sent')
        model.deploymentStep = {
          ...model.deploymentStep,
          state: pick.isUnlucky ? 'reverted' : 'mined',
        }
      return
    case 'fill': {
      if (model.fillStep.state !== 'sent') return
      const hasAll = model.grantStep === undefined || model.isLent
      const isInTime = model.fill === 'open' && model.time <= deadlines.fill
      const isGood = isInTime && hasAll && !pick.isUnlucky
      model.fillStep = { ...model.fillStep, state: isGood ? 'mined' : 'reverted' }
      if (!isGood) return
      model.fill = 'filled'
      model.isLent = false
      model.fills += 1
      return
    }
    case 'cancel': {
      if (model.cancelStep.state !== 'sent') return
      const isGood = model.fill === 'open'
      model.cancelStep = { ...model.cancelStep, state: isGood ? 'mined' : 'reverted' }
      if (!isGood) return
      model.fill = 'cancelled'
      model.isLent = false
      return
    }
    case 'release': {
      if (leg.release.state !== 'sent') return
      const isGood = leg.escrow === 'held' && leg.attested === 'Filled'
      leg.release = { ...leg.release, state: isGood ? 'mined' : 'reverted' }
      leg.isRevoking = false
      if (isGood) leg.escrow = 'released'
      return
    }
    case 'lose':
      // Without nonces, transactions are lost when their blockhash expires.
      for (const action of ['deposit', 'release', 'refund'] as const)
        if (leg[action].state === 'sent')
          leg[action] = { ...leg[action], state: 'reverted', isLost: true }
      return
    case 'revoke':
      // It has the nonce of the release, which can no longer land.
      if (!leg.isRevoking || leg.escrow === 'released') return
      leg.isRevoking = false
      leg.release = { ...leg.release, state: 'reverted' }
      return
    case 'clock':
      // Anybody may refund by the clock, without the service.
      if (leg.escrow !== 'held' || model.time < deadlines.refund) return
      leg.escrow = 'refunded'
      if (model.fill !== 'filled') model.refunds += 1
      return
    case 'refund': {
      if (leg.refund.state !== 'sent') return
      const isAllowed = leg.attested === 'Cancelled' || model.time >= deadlines.refund
      const isGood = leg.escrow === 'held' && isAllowed && !pick.isUnlucky
      leg.refund = { ...leg.refund, state: isGood ? 'mined' : 'reverted' }
      if (!isGood) return
      leg.escrow = 'refunded'
      // Filled after `Cancelled` was attested, it can only be refunded: the solver's loss.
      if (leg.attested !== 'Cancelled' || model.fill !== 'filled') model.refunds += 1
      return
    }
  }
}

/** Rolls back settled state; the recorded steps stay as they are. */
function applyRollback(
  model: ModelState,
  pick: { what: 'fill' | 'cancel' | 'deposit' | 'release'; leg: number },
): void {
  const leg = model.legs[pick.leg % model.legs.length]
  if (pick.what === 'fill' && model.fill === 'filled') {
    model.fill = 'open'
    model.fills -= 1
    model.isLent = model.grantStep !== undefined
  }
  if (pick.what === 'cancel' && model.fill === 'cancelled') {
    model.fill = 'open'
    model.isLent = model.grantStep?.state === 'mined'
  }
  if (pick.what === 'release' && leg?.escrow === 'released') leg.escrow = 'held'
  if (pick.what === 'deposit' && leg?.escrow === 'held') {
    leg.escrow = 'none'
    leg.isNonceUsed = false
  }
}

const actions = [
  'deposit',
  'grant',
  'arrive',
  'fill',
  'cancel',
  'release',
  'revoke',
  'refund',
] as const
/** The ways of delivery. */
export const ways = fc.constantFrom('plain', 'arrival', 'call')
const landing = fc.record({
  what: fc.constantFrom(...actions, 'clock', 'lose'),
  leg: fc.nat(2),
  isUnlucky: fc.boolean(),
})
/** Events of the worker, the chains and the clock. */
export const events = fc.oneof(
  { weight: 4, arbitrary: landing.map((pick) => ({ kind: 'land' as const, pick })) },
  {
    weight: 4,
    arbitrary: fc
      .array(fc.constantFrom('done', 'refused', 'died'), { minLength: 4, maxLength: 4 })
      .map((fates) => ({ kind: 'step' as const, fates })),
  },
  { weight: 1, arbitrary: fc.nat(150).map((seconds) => ({ kind: 'pass' as const, seconds })) },
  {
    weight: 1,
    arbitrary: fc
      .record({ what: fc.constantFrom('fill', 'cancel', 'deposit', 'release'), leg: fc.nat(2) })
      .map((pick) => ({ kind: 'roll back' as const, pick })),
  },
)
type ModelEvent = typeof events extends fc.Arbitrary<infer Value> ? Value : never

/** Applies an event. Nothing is rolled back after the end, when nothing could be done about it. */
export function applyEvent(state: State, model: ModelState, happening: ModelEvent): State {
  if (happening.kind === 'step') return runStep(state, model, happening.fates)
  if (happening.kind === 'pass') model.time += BigInt(happening.seconds)
  else if (happening.kind === 'land') applyLanding(model, happening.pick)
  else if (!isTerminal(state.status)) applyRollback(model, happening.pick)
  return state
}

/** The names of the rules that a step broke. */
export function findViolations(before: State, after: State, model: ModelState): string[] {
  const order = ['PENDING', 'IN_PROGRESS', 'EXECUTED', 'COMPLETED', 'REFUNDED', 'FAILED']
  const isHeld = model.legs.some(({ escrow }) => escrow === 'held')
  const isPaid = model.legs.some(({ escrow }) => escrow === 'released')
  const isWhole = model.fill === 'filled' && !isHeld
  const isUntouched = model.fill !== 'filled' && !isHeld && !isPaid
  const broken = {
    'a terminal state changed':
      before.phase === 'done' && after !== before && !isSame(before, after),
    'the status went back': order.indexOf(after.status) < order.indexOf(before.status),
    'filled twice': model.fills > 1,
    'filled and refunded': model.fills * model.refunds > 0,
    'signed what the facts forbid': model.wrongSignatures > 0,
    'COMPLETED too early': after.status === 'COMPLETED' && !isWhole,
    'REFUNDED too early': after.status === 'REFUNDED' && !isUntouched,
    'ended while a deployment may land':
      after.phase === 'done' && model.deploymentStep?.state === 'sent',
    'ended while inventory is lent': after.phase === 'done' && model.isLent,
    'REFUNDED without a reason': after.status === 'REFUNDED' && after.failReason === null,
  }
  return Object.entries(broken).flatMap(([rule, isBroken]) => (isBroken ? [rule] : []))
}

function isSame(a: State, b: State): boolean {
  return a.phase === b.phase && a.status === b.status && a.failReason === b.failReason
}

function runStep(state: State, model: ModelState, fates: readonly Fate[]): State {
  const decision = step(state, buildFacts(model))
  const broken = findViolations(state, decision.state, model)
  if (broken.length > 0) throw new Error(`${broken.join()}: ${describeState({ state, model })}`)
  // The state is stored first; then the worker may crash before any action.
  decision.actions.forEach((planned, index) => {
    const fate = fates[index % fates.length]
    if (fate === 'refused') applyRefusal(model, planned)
    else if (fate === 'done') perform(model, planned)
  })
  return decision.state
}

/** Lets everything land that was sent and can land. */
export function applyAllLandings(model: ModelState): void {
  for (const what of actions)
    for (let leg = 0; leg < model.legs.length; leg++)
      applyLanding(model, { what, leg, isUnlucky: false })
}

/** Runs rounds in which everything works; time advances after each. */
export function runToSuccess(
  from: State,
  model: ModelState,
  { rounds, seconds }: { rounds: number; seconds: bigint },
): State {
  let state = from
  for (let round = 0; round < rounds && !isTerminal(state.status); round++) {
    state = runStep(state, model, ['done'])
    applyAllLandings(model)
    model.time += seconds
  }
  return state
}

/** A model state as text for error messages. */
export function describeState(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? Number(one) : one))
}
