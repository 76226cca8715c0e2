import fc from 'fast-check'

import { isTerminal } from '#protocol/status/status.ts'
import type { Facts, StepFact } from '#service/executions/state/facts.ts'
import { type PlannedAction, type State, step } from '#service/executions/state/step.ts'
import { deadlines, none, type ModelState } from './modelState.ts'

/** How it is delivered: as it is, to an account that comes for it, or to a call. */
type Kind = { legs: number; way: 'plain' | 'arrival' | 'call' }

/** A world in which nothing has happened yet. */
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

function buildFacts(world: ModelState): Facts {
  return {
    legs: world.legs.map((leg) => ({
      ...leg,
      outcome: 'none',
      reason: null,
      depositDeadline: deadlines.deposit,
      refundAfter: deadlines.refund,
      settledTime: world.time,
      headTime: world.time,
    })),
    destination: {
      fill: world.fill,
      grantStep: world.grantStep,
      deploymentStep: world.deploymentStep,
      fillStep: world.fillStep,
      cancelStep: world.cancelStep,
      fillFrom: 0n,
      fillUntil: deadlines.fill,
      fillDeadline: deadlines.fill,
      settledTime: world.time,
      headTime: world.time,
    },
  }
}

/** What becomes of an effect: it is done, a simulation refuses it, or the worker dies before. */
type Fate = 'done' | 'refused' | 'died'

/** Nothing is signed; only what was never signed can be refused. */
function applyRefusal(world: ModelState, effect: PlannedAction): void {
  if (effect.kind !== 'send') return
  const refused: StepFact = { ...none, state: 'refused', attempts: effect.attempt }
  if (effect.action === 'grant' && world.grantStep?.state === 'none') world.grantStep = refused
  if (effect.action === 'arrive' && world.deploymentStep?.state === 'none')
    world.deploymentStep = refused
  if (effect.action !== 'deposit') return
  const leg = world.legs[effect.leg]
  if (leg?.deposit.state === 'none' || leg?.deposit.state === 'refused') leg.deposit = refused
}

function perform(world: ModelState, effect: PlannedAction): void {
  if (effect.kind === 'attest') return applyAttestation(world, effect)
  const about = effect.leg === 'destination' ? undefined : world.legs[effect.leg]
  if (effect.kind === 'revoke') {
    if (about) about.isRevoking = true
    return
  }
  const isOut = about?.release.state === 'sent' || about?.release.state === 'mined'
  const isUnfilled = world.fill !== 'filled'
  const isWrong = effect.action === 'release' ? isUnfilled : isUnfilled && isOut
  if ((effect.action === 'release' || effect.action === 'refund') && isWrong)
    world.wrongSignatures += 1
  // Bytes that take something back are stored for good: they are what is sent again.
  if (effect.action === 'release' && about?.release.state === 'mined' && about.isRevoking) return
  const fact: StepFact = { ...none, state: 'sent', attempts: effect.attempt }
  if (effect.action === 'grant') world.grantStep = fact
  else if (effect.action === 'arrive') world.deploymentStep = fact
  else if (effect.action === 'fill') world.fillStep = fact
  else if (effect.action === 'cancel') world.cancelStep = fact
  else {
    if (!about) return
    if (effect.action === 'deposit') about.isUnsigned = false
    about[effect.action] = fact
  }
}

/** The attestor looks for itself and keeps to its first word. */
function applyAttestation(world: ModelState, effect: PlannedAction & { kind: 'attest' }): void {
  const leg = world.legs[effect.leg]
  if (!leg || leg.attested !== null || leg.escrow !== 'held') return
  if (effect.verdict === 'Filled' && world.fill === 'filled') leg.attested = 'Filled'
  const isDead =
    world.fill === 'cancelled' || (world.fill === 'open' && world.time > deadlines.fill)
  if (effect.verdict === 'Cancelled' && isDead) leg.attested = 'Cancelled'
}

/**
 * Lets one pending transaction land as the contracts would have it; `isUnlucky` makes it revert.
 */
function applyLanding(
  world: ModelState,
  pick: { what: string; leg: number; isUnlucky: boolean },
): void {
  const leg = world.legs[pick.leg % world.legs.length]
  if (!leg) return
  switch (pick.what) {
    case 'deposit': {
      if (leg.deposit.state !== 'sent' || leg.isNonceUsed) return
      // Guard and deadline make the operation revert as a whole; its nonce is spent all the same.
      leg.isNonceUsed = true
      leg.deposit = { ...leg.deposit, state: 'mined' }
      if (!pick.isUnlucky && world.time <= deadlines.deposit) leg.escrow = 'held'
      return
    }
    case 'grant': {
      if (world.grantStep?.state !== 'sent') return
      const isGood = world.fill === 'open' && world.time <= deadlines.fill && !pick.isUnlucky
      world.grantStep = { ...world.grantStep, state: isGood ? 'mined' : 'reverted' }
      world.isLent = isGood
      return
    }
    case 'arrive':
      // It moves nothing, whatever becomes of it.
      if (world.deploymentStep?.state === 'sent')
        world.deploymentStep = {
          ...world.deploymentStep,
          state: pick.isUnlucky ? 'reverted' : 'mined',
        }
      return
    case 'fill': {
      if (world.fillStep.state !== 'sent') return
      const hasAll = world.grantStep === undefined || world.isLent
      const isInTime = world.fill === 'open' && world.time <= deadlines.fill
      const isGood = isInTime && hasAll && !pick.isUnlucky
      world.fillStep = { ...world.fillStep, state: isGood ? 'mined' : 'reverted' }
      if (!isGood) return
      world.fill = 'filled'
      world.isLent = false
      world.fills += 1
      return
    }
    case 'cancel': {
      if (world.cancelStep.state !== 'sent') return
      const isGood = world.fill === 'open'
      world.cancelStep = { ...world.cancelStep, state: isGood ? 'mined' : 'reverted' }
      if (!isGood) return
      world.fill = 'cancelled'
      world.isLent = false
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
      // Without nonces: their blockhash is gone.
      for (const action of ['deposit', 'release', 'refund'] as const)
        if (leg[action].state === 'sent')
          leg[action] = { ...leg[action], state: 'reverted', isLost: true }
      return
    case 'revoke':
      // It has the nonce of the release: once that is used, it cannot land.
      if (!leg.isRevoking || leg.escrow === 'released') return
      leg.isRevoking = false
      leg.release = { ...leg.release, state: 'reverted' }
      return
    case 'clock':
      // Anybody refunds by the clock, without asking the service.
      if (leg.escrow !== 'held' || world.time < deadlines.refund) return
      leg.escrow = 'refunded'
      if (world.fill !== 'filled') world.refunds += 1
      return
    case 'refund': {
      if (leg.refund.state !== 'sent') return
      const isAllowed = leg.attested === 'Cancelled' || world.time >= deadlines.refund
      const isGood = leg.escrow === 'held' && isAllowed && !pick.isUnlucky
      leg.refund = { ...leg.refund, state: isGood ? 'mined' : 'reverted' }
      if (!isGood) return
      leg.escrow = 'refunded'
      // Filled after that word was given, it can only go back: the solver's loss.
      if (leg.attested !== 'Cancelled' || world.fill !== 'filled') world.refunds += 1
      return
    }
  }
}

/** Takes back what had counted; the steps still say what they said. */
function applyRollback(
  world: ModelState,
  pick: { what: 'fill' | 'cancel' | 'deposit' | 'release'; leg: number },
): void {
  const leg = world.legs[pick.leg % world.legs.length]
  if (pick.what === 'fill' && world.fill === 'filled') {
    world.fill = 'open'
    world.fills -= 1
    world.isLent = world.grantStep !== undefined
  }
  if (pick.what === 'cancel' && world.fill === 'cancelled') {
    world.fill = 'open'
    world.isLent = world.grantStep?.state === 'mined'
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
/** The ways of delivering. */
export const ways = fc.constantFrom('plain', 'arrival', 'call')
const landing = fc.record({
  what: fc.constantFrom(...actions, 'clock', 'lose'),
  leg: fc.nat(2),
  isUnlucky: fc.boolean(),
})
/** Anything that can happen: to the worker, on the chains, to the clock. */
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

/**
 * What counts when an execution ends is not rolled back any more: nothing could be done about it.
 */
export function applyEvent(state: State, world: ModelState, happening: ModelEvent): State {
  if (happening.kind === 'step') return runStep(state, world, happening.fates)
  if (happening.kind === 'pass') world.time += BigInt(happening.seconds)
  else if (happening.kind === 'land') applyLanding(world, happening.pick)
  else if (!isTerminal(state.status)) applyRollback(world, happening.pick)
  return state
}

/** The rules that one step broke, by name. */
export function findViolations(before: State, after: State, world: ModelState): string[] {
  const order = ['PENDING', 'IN_PROGRESS', 'EXECUTED', 'COMPLETED', 'REFUNDED', 'FAILED']
  const isHeld = world.legs.some(({ escrow }) => escrow === 'held')
  const isPaid = world.legs.some(({ escrow }) => escrow === 'released')
  const isWhole = world.fill === 'filled' && !isHeld
  const isUntouched = world.fill !== 'filled' && !isHeld && !isPaid
  const broken = {
    'a terminal state changed':
      before.phase === 'done' && after !== before && !isSame(before, after),
    'the status went back': order.indexOf(after.status) < order.indexOf(before.status),
    'filled twice': world.fills > 1,
    'filled and refunded': world.fills * world.refunds > 0,
    'signed what the facts forbid': world.wrongSignatures > 0,
    'COMPLETED too early': after.status === 'COMPLETED' && !isWhole,
    'REFUNDED too early': after.status === 'REFUNDED' && !isUntouched,
    'ended while inventory is lent': after.phase === 'done' && world.isLent,
    'REFUNDED without a reason': after.status === 'REFUNDED' && after.failReason === null,
  }
  return Object.entries(broken).flatMap(([rule, isBroken]) => (isBroken ? [rule] : []))
}

function isSame(a: State, b: State): boolean {
  return a.phase === b.phase && a.status === b.status && a.failReason === b.failReason
}

function runStep(state: State, world: ModelState, fates: readonly Fate[]): State {
  const decision = step(state, buildFacts(world))
  const broken = findViolations(state, decision.state, world)
  if (broken.length > 0) throw new Error(`${broken.join()}: ${describeState({ state, world })}`)
  // The state is stored first; then the worker may die before any of the effects.
  decision.actions.forEach((effect, index) => {
    const fate = fates[index % fates.length]
    if (fate === 'refused') applyRefusal(world, effect)
    else if (fate === 'done') perform(world, effect)
  })
  return decision.state
}

/** All that was sent and can land does. */
export function applyAllLandings(world: ModelState): void {
  for (const what of actions)
    for (let leg = 0; leg < world.legs.length; leg++)
      applyLanding(world, { what, leg, isUnlucky: false })
}

/** Everything works, and time goes by after each round. */
export function runToSuccess(
  from: State,
  world: ModelState,
  { rounds, seconds }: { rounds: number; seconds: bigint },
): State {
  let state = from
  for (let round = 0; round < rounds && !isTerminal(state.status); round++) {
    state = runStep(state, world, ['done'])
    applyAllLandings(world)
    world.time += seconds
  }
  return state
}

/** A world in an error's words. */
export function describeState(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? Number(one) : one))
}
