import { classifyState } from '#chains/classifyState.ts'
import type { FailReason } from '#protocol/status/failReason.ts'
import { type ExecutionStatus, isTerminal } from '#protocol/status/status.ts'
import {
  isBroken,
  isCalledOff,
  isDeliverySigned,
  isTooLate,
  isUnfillable,
} from './deliveryFacts.ts'
import type { DestinationFacts, Facts, LegFacts, StepFact } from './facts.ts'
import {
  isDeposited,
  isFailed,
  isGone,
  isPaidOut,
  isReleaseOut,
  isSettled,
  isUnrefundable,
  isWithheld,
  maxAttempts,
  refundLimit,
  reasonOf,
} from './legFacts.ts'

/** Where an execution stands; `done` never changes again. */
export const phases = [
  'depositing',
  'filling',
  'releasing',
  'cancelling',
  'refunding',
  'done',
] as const
/** One of {@link phases}. */
export type Phase = (typeof phases)[number]

/** What is stored about an execution's course. `failReason` is shown only when it ends badly. */
export type State = { phase: Phase; status: ExecutionStatus; failReason: FailReason | null }

/** Something to do on a chain, or to ask of the attestor. Doing it twice does no harm. */
export type Effect =
  | { kind: 'send'; action: 'deposit' | 'release' | 'refund'; leg: number; attempt: number }
  | { kind: 'send'; action: 'grant' | 'arrive' | 'fill' | 'cancel'; leg: -1; attempt: number }
  | { kind: 'attest'; verdict: 'Filled' | 'Cancelled'; leg: number }
  /** Uses up the nonce of a signed release, so that it cannot land any more. */
  | { kind: 'revoke'; leg: number; attempt: number }

/** What a step decides: the state to store first, then what to do. */
export type Decision = { state: State; effects: readonly Effect[] }

/** The state of an execution that was just accepted. */
export const initialState: State = { phase: 'depositing', status: 'PENDING', failReason: null }

/**
 * What brings an account to its destination is waited for no longer than until this long before the
 * deadline, seconds: then the delivery goes without it.
 */
const arrivalMarginSeconds = 120n
/** A deposit is not begun this close to its deadline, seconds. */
const depositMarginSeconds = 5n
/**
 * Decides what comes next from what is stored and what the chains say. Pure: no clock, no I/O.
 *
 * The rules: fill only when every deposit is held at depth; release only what is filled, and take a
 * signed release back when it is filled no more; refund only what provably can neither be filled nor
 * released any more; end only when nothing of the user's is held, or when what is held can only be
 * taken back by the user, and when what was done is noted. What was paid out and never delivered is
 * no refund: it ends FAILED.
 * Source: architecture section 2, durability 9 and 12, security 7 and 15.
 */
export function step(state: State, facts: Facts): Decision {
  let next = state
  for (let previous: State | undefined; previous?.phase !== next.phase;) {
    previous = next
    next = advance(previous, facts)
    // What has ended is not looked at again: its record would stay without what it shows.
    if (next.phase === 'done' && facts.isReceiptAwaited === true) next = previous
  }
  const shown = { ...next, status: statusOf(next, facts) }
  return { state: shown, effects: next.phase === 'done' ? [] : effectsOf(next, facts) }
}

function advance(state: State, facts: Facts): State {
  if (state.phase === 'done') return state
  if (!facts.destination) return advanceSingle(state, facts.legs)
  const { destination, legs } = facts
  switch (state.phase) {
    case 'depositing':
      return advanceDepositing(state, { destination, legs })
    case 'filling':
      return advanceFilling(state, { destination, legs })
    case 'releasing':
      return advanceReleasing(state, { destination, legs })
    case 'cancelling':
      return advanceCancelling(state, { destination, legs })
    case 'refunding':
      return advanceRefunding(state, { destination, legs })
  }
}

type Crossing = { destination: DestinationFacts; legs: readonly LegFacts[] }

/**
 * One operation does everything: it lands, reverts as a whole, or can never land. Once its nonce is
 * used the operation has been executed, however late it is: its event, which a node may show later
 * than its state, says how it went. No deadline counts against a used nonce.
 */
function advanceSingle(state: State, legs: readonly LegFacts[]): State {
  if (legs.every(({ outcome }) => outcome === 'succeeded')) return ended('COMPLETED', null)
  const reverted = legs.find(({ outcome }) => outcome === 'reverted')
  if (reverted) return ended('REFUNDED', reverted.reason ?? classifyState('operation in vain'))
  if (legs.some(({ outcome }) => outcome === 'replaced'))
    return ended('REFUNDED', classifyState('nonce used by another'))
  if (legs.some(({ isNonceUsed }) => isNonceUsed)) return state
  const dead = legs.find(
    (leg) => isWithheld(leg) || leg.deposit.isLost || leg.settledTime > leg.depositDeadline,
  )
  return dead ? ended('REFUNDED', dead.deposit.reason ?? classifyState('deadline passed')) : state
}

function advanceDepositing(state: State, { destination, legs }: Crossing): State {
  if (destination.fill === 'filled') return to(state, 'releasing', null)
  if (destination.fill === 'cancelled')
    return to(state, 'refunding', classifyState('delivery given up'))
  const failed = legs.find(isFailed)
  if (failed) return to(state, 'cancelling', reasonOf(failed))
  if (legs.every(isDeposited)) return to(state, 'filling', null)
  return isTooLate(destination) ? to(state, 'cancelling', classifyState('deadline passed')) : state
}

function advanceFilling(state: State, { destination, legs }: Crossing): State {
  if (destination.fill === 'filled') return to(state, 'releasing', null)
  if (destination.fill === 'cancelled')
    return to(state, 'refunding', classifyState('delivery given up'))
  const { fillStep, grantStep } = destination
  const broken = [fillStep, grantStep].find((one) => one && isBroken(one))
  if (broken) return to(state, 'cancelling', broken.reason ?? classifyState('operation in vain'))
  const failed = legs.find((leg) => leg.escrow === 'refunded' || isFailed(leg))
  if (failed) return to(state, 'cancelling', reasonOf(failed))
  const isOver = fillStep.state === 'none' ? isTooLate(destination) : isUnfillable(destination)
  return isOver ? to(state, 'cancelling', classifyState('deadline passed')) : state
}

/** What was delivered at depth can still be rolled back, deeper: then it is delivered again. */
function advanceReleasing(state: State, { destination, legs }: Crossing): State {
  if (destination.fill === 'filled') return legs.every(isSettled) ? ended('COMPLETED', null) : state
  return isUnfillable(destination)
    ? to(state, 'cancelling', classifyState('deadline passed'))
    : state
}

function advanceCancelling(state: State, { destination, legs }: Crossing): State {
  if (destination.fill === 'filled') return to(state, 'releasing', null)
  if (isCalledOff(destination)) return to(state, 'refunding', state.failReason)
  // Nothing was taken and nothing can be: there is nothing to cancel either.
  return legs.every(isGone) && !isDeliverySigned(destination)
    ? ended('REFUNDED', state.failReason)
    : state
}

function advanceRefunding(state: State, { destination, legs }: Crossing): State {
  if (destination.fill === 'filled') return to(state, 'releasing', null)
  // The cancel was rolled back: first it must be there again.
  if (!isCalledOff(destination)) return to(state, 'cancelling', state.failReason)
  if (legs.every(isGone)) return ended('REFUNDED', state.failReason)
  const isOver = legs.every((leg) => isGone(leg) || isUnrefundable(leg) || isPaidOut(leg))
  return isOver ? ended('FAILED', state.failReason) : state
}

/**
 * The orders that were paid out though nothing was delivered: an attested delivery was rolled back
 * for good after its release had landed. The user's loss, and the service's fault: somebody must be
 * told. Empty unless the execution has ended.
 */
export function paidOutUndelivered(state: State, { legs, destination }: Facts): readonly number[] {
  if (state.status !== 'FAILED' || destination?.fill === 'filled') return []
  return legs.flatMap((leg, index) => (isPaidOut(leg) ? [index] : []))
}

function to(state: State, phase: Exclude<Phase, 'done'>, failReason: FailReason | null): State {
  return { ...state, phase, failReason }
}

function ended(status: 'COMPLETED' | 'REFUNDED' | 'FAILED', failReason: FailReason | null): State {
  const reason = status === 'COMPLETED' ? null : (failReason ?? classifyState('nothing known'))
  return { phase: 'done', status, failReason: reason }
}

const rank: Record<ExecutionStatus, number> = {
  PENDING: 0,
  IN_PROGRESS: 1,
  EXECUTED: 2,
  COMPLETED: 3,
  REFUNDED: 3,
  FAILED: 3,
}

/** The wire's status. It only goes forward: the state knows what was shown before. */
function statusOf(state: State, facts: Facts): ExecutionStatus {
  if (isTerminal(state.status)) return state.status
  const isMined = facts.legs.some(
    ({ escrow }) => escrow === 'held' || escrow === 'released' || escrow === 'refunded',
  )
  const status: ExecutionStatus =
    state.phase === 'releasing' ? 'EXECUTED' : isMined ? 'IN_PROGRESS' : 'PENDING'
  return rank[status] > rank[state.status] ? status : state.status
}

function effectsOf(state: State, facts: Facts): readonly Effect[] {
  // Signed bytes must land though nobody waits for them any more: later ones wait for their nonce.
  const { arrivalStep } = facts.destination ?? {}
  const isPassedBy = state.phase !== 'filling' && arrivalStep?.state === 'sent'
  const arrival = isPassedBy ? stepEffect('arrive', arrivalStep) : []
  const revokes = facts.destination?.fill === 'filled' ? [] : facts.legs.flatMap(revokeEffect)
  return [...arrival, ...revokes, ...effectsIn(state, facts)]
}

/** A refund has a later nonce of the same key: before it can land, the release would. */
function revokeEffect(leg: LegFacts, index: number): Effect[] {
  return isReleaseOut(leg) ? [{ kind: 'revoke', leg: index, attempt: leg.release.attempts }] : []
}

function effectsIn(state: State, facts: Facts): readonly Effect[] {
  const { legs, destination } = facts
  switch (state.phase) {
    case 'depositing':
      return legs.flatMap(depositEffect)
    case 'filling':
      // A deposit that a reorganisation took away is sent again before anything is delivered.
      return legs.every(isDeposited)
        ? [...deliverEffects(destination), ...attestAll('Filled', legs)]
        : legs.flatMap(depositEffect)
    case 'releasing':
      // Not on the strength of an attestation alone: what it says may be rolled back since.
      return destination && destination.fill !== 'filled'
        ? deliverEffects(destination)
        : legs.flatMap(releaseEffects)
    case 'cancelling':
      // With nothing held and no fill on its way, waiting costs less than a transaction.
      return legs.some(({ escrow }) => escrow === 'held') ||
        (destination && isDeliverySigned(destination))
        ? stepEffect('cancel', destination?.cancelStep)
        : []
    case 'refunding':
      return legs.flatMap(refundEffects)
    case 'done':
      return []
  }
}

function depositEffect(leg: LegFacts, index: number): Effect[] {
  if (leg.escrow !== 'none' && leg.escrow !== 'absent') return []
  if (leg.isNonceUsed || leg.deposit.isLost || leg.outcome !== 'none') return []
  const isLate = leg.headTime + depositMarginSeconds > leg.depositDeadline
  if (isLate && leg.deposit.state !== 'sent') return []
  return retry(leg.deposit, maxAttempts.deposit).map((attempt) => ({
    kind: 'send',
    action: 'deposit',
    leg: index,
    attempt,
  }))
}

function releaseEffects(leg: LegFacts, index: number): Effect[] {
  if (leg.escrow === 'none') return depositEffect(leg, index)
  if (leg.escrow !== 'held') return []
  // Said to be dead, and there again: it will not be released. What can only go back goes back in time.
  if (leg.attested === 'Cancelled' && leg.headTime >= leg.refundAfter)
    return refundAttempt(leg, index)
  if (leg.attested !== 'Filled') return [{ kind: 'attest', verdict: 'Filled', leg: index }]
  return retry(leg.release, maxAttempts.release).map((attempt) => ({
    kind: 'send',
    action: 'release',
    leg: index,
    attempt,
  }))
}

function refundEffects(leg: LegFacts, index: number): Effect[] {
  if (leg.escrow !== 'held' || isReleaseOut(leg)) return []
  const isByClock = leg.headTime >= leg.refundAfter
  if (leg.attested !== 'Cancelled' && !isByClock)
    return [{ kind: 'attest', verdict: 'Cancelled', leg: index }]
  return refundAttempt(leg, index)
}

function refundAttempt(leg: LegFacts, index: number): Effect[] {
  return retry(leg.refund, refundLimit(leg)).map((attempt) => ({
    kind: 'send',
    action: 'refund',
    leg: index,
    attempt,
  }))
}

function attestAll(verdict: 'Filled', legs: readonly LegFacts[]): Effect[] {
  return legs.flatMap((leg, index) =>
    leg.attested === null && leg.escrow === 'held' ? [{ kind: 'attest', verdict, leg: index }] : [],
  )
}

/**
 * What a call draws must have been lent to it, and its time must have come. An account that is on its
 * way to its destination comes first, but not at any price.
 */
function deliverEffects(destination: DestinationFacts | undefined): Effect[] {
  if (!destination) return []
  const { grantStep, arrivalStep, fillStep, headTime, fillFrom } = destination
  if (grantStep && grantStep.state !== 'mined') return stepEffect('grant', grantStep)
  if (isAwaited(destination)) return stepEffect('arrive', arrivalStep)
  const late = arrivalStep?.state === 'sent' ? stepEffect('arrive', arrivalStep) : []
  return headTime < fillFrom ? [] : [...late, ...stepEffect('fill', fillStep)]
}

/** Whether the account is still to come, or on its way, and there is time to wait for it. */
function isAwaited({ arrivalStep, fillStep, headTime, fillDeadline }: DestinationFacts): boolean {
  const isComing = arrivalStep?.state === 'none' || arrivalStep?.state === 'sent'
  const hasTime = headTime + arrivalMarginSeconds <= fillDeadline
  return isComing && hasTime && fillStep.state === 'none'
}

function stepEffect(
  action: 'grant' | 'arrive' | 'fill' | 'cancel',
  fact: StepFact | undefined,
): Effect[] {
  if (!fact) return []
  return retry(fact, maxAttempts[action]).map((attempt) => ({
    kind: 'send',
    action,
    leg: -1,
    attempt,
  }))
}

/**
 * The attempt to make: the running one, or one more after a failed one while any is left. What never
 * got to the chain was no attempt.
 */
function retry(fact: StepFact, limit: number): number[] {
  switch (fact.state) {
    case 'none':
      return [1]
    case 'sent':
    case 'mined':
      // Mined and yet the contract does not show it: the block is gone, the same bytes go again.
      return [fact.attempts]
    case 'reverted':
    case 'refused':
      return (fact.attempts < limit || fact.isLost) && !fact.isResting ? [fact.attempts + 1] : []
  }
}
