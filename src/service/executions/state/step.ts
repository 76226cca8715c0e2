import { classifyState } from '#chains/classifyState.ts'
import type { FailReason } from '#protocol/status/failReason.ts'
import { type ExecutionStatus, isTerminal } from '#protocol/status/status.ts'
import {
  isDeliveryFailed,
  isCancelled,
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
  isReleasePending,
  isSettled,
  isRefundImpossible,
  isNeverSubmitted,
  maxAttempts,
  getRefundLimit,
  getFailReason,
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
export type PlannedAction =
  | { kind: 'send'; action: 'deposit' | 'release' | 'refund'; leg: number; attempt: number }
  | {
      kind: 'send'
      action: 'grant' | 'arrive' | 'fill' | 'cancel'
      leg: 'destination'
      attempt: number
    }
  | { kind: 'attest'; verdict: 'Filled' | 'Cancelled'; leg: number }
  /** Uses up the nonce of a signed release, so that it cannot land any more. */
  | { kind: 'revoke'; leg: number; attempt: number }

/** What a step decides: the state to store first, then what to do. */
export type Decision = { state: State; actions: readonly PlannedAction[] }

/** The state of an execution that was just accepted. */
export const initialState: State = { phase: 'depositing', status: 'PENDING', failReason: null }

/**
 * What brings an account to its destination is waited for no longer than until this long before the
 * deadline, seconds: then the delivery goes without it.
 */
const deploymentMarginSeconds = 120n
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
  const shown = { ...next, status: getStatus(next, facts) }
  return { state: shown, actions: next.phase === 'done' ? [] : getActions(next, facts) }
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

type CrossChainFacts = { destination: DestinationFacts; legs: readonly LegFacts[] }

/**
 * One operation does everything: it lands, reverts as a whole, or can never land. Once its nonce is
 * used the operation has been executed, however late it is: its event, which a node may show later
 * than its state, says how it went. No deadline counts against a used nonce.
 */
function advanceSingle(state: State, legs: readonly LegFacts[]): State {
  if (legs.every(({ outcome }) => outcome === 'succeeded')) return endExecution('COMPLETED', null)
  const reverted = legs.find(({ outcome }) => outcome === 'reverted')
  if (reverted)
    return endExecution('REFUNDED', reverted.reason ?? classifyState('operation in vain'))
  if (legs.some(({ outcome }) => outcome === 'replaced'))
    return endExecution('REFUNDED', classifyState('nonce used by another'))
  if (legs.some(({ isNonceUsed }) => isNonceUsed)) return state
  const dead = legs.find(
    (leg) => isNeverSubmitted(leg) || leg.deposit.isLost || leg.settledTime > leg.depositDeadline,
  )
  return dead
    ? endExecution('REFUNDED', dead.deposit.reason ?? classifyState('deadline passed'))
    : state
}

function advanceDepositing(state: State, { destination, legs }: CrossChainFacts): State {
  if (destination.fill === 'filled') return to(state, 'releasing', null)
  if (destination.fill === 'cancelled')
    return to(state, 'refunding', classifyState('delivery given up'))
  const failed = legs.find(isFailed)
  if (failed) return to(state, 'cancelling', getFailReason(failed))
  if (legs.every(isDeposited)) return to(state, 'filling', null)
  return isTooLate(destination) ? to(state, 'cancelling', classifyState('deadline passed')) : state
}

function advanceFilling(state: State, { destination, legs }: CrossChainFacts): State {
  if (destination.fill === 'filled') return to(state, 'releasing', null)
  if (destination.fill === 'cancelled')
    return to(state, 'refunding', classifyState('delivery given up'))
  const { fillStep, grantStep } = destination
  const broken = [fillStep, grantStep].find((one) => one && isDeliveryFailed(one))
  if (broken) return to(state, 'cancelling', broken.reason ?? classifyState('operation in vain'))
  const failed = legs.find((leg) => leg.escrow === 'refunded' || isFailed(leg))
  if (failed) return to(state, 'cancelling', getFailReason(failed))
  const isOver = fillStep.state === 'none' ? isTooLate(destination) : isUnfillable(destination)
  return isOver ? to(state, 'cancelling', classifyState('deadline passed')) : state
}

/** What was delivered at depth can still be rolled back, deeper: then it is delivered again. */
function advanceReleasing(state: State, { destination, legs }: CrossChainFacts): State {
  if (destination.fill === 'filled')
    return legs.every(isSettled) ? endExecution('COMPLETED', null) : state
  return isUnfillable(destination)
    ? to(state, 'cancelling', classifyState('deadline passed'))
    : state
}

function advanceCancelling(state: State, { destination, legs }: CrossChainFacts): State {
  if (destination.fill === 'filled') return to(state, 'releasing', null)
  if (isCancelled(destination)) return to(state, 'refunding', state.failReason)
  // Nothing was taken and nothing can be: there is nothing to cancel either.
  return legs.every(isGone) && !isDeliverySigned(destination)
    ? endExecution('REFUNDED', state.failReason)
    : state
}

function advanceRefunding(state: State, { destination, legs }: CrossChainFacts): State {
  if (destination.fill === 'filled') return to(state, 'releasing', null)
  // The cancel was rolled back: first it must be there again.
  if (!isCancelled(destination)) return to(state, 'cancelling', state.failReason)
  if (legs.every(isGone)) return endExecution('REFUNDED', state.failReason)
  const isOver = legs.every((leg) => isGone(leg) || isRefundImpossible(leg) || isPaidOut(leg))
  return isOver ? endExecution('FAILED', state.failReason) : state
}

/**
 * The orders that were paid out though nothing was delivered: an attested delivery was rolled back
 * for good after its release had landed. The user's loss, and the service's fault: somebody must be
 * told. Empty unless the execution has ended.
 */
export function findUndeliveredOrders(
  state: State,
  { legs, destination }: Facts,
): readonly number[] {
  if (state.status !== 'FAILED' || destination?.fill === 'filled') return []
  return legs.flatMap((leg, index) => (isPaidOut(leg) ? [index] : []))
}

function to(state: State, phase: Exclude<Phase, 'done'>, failReason: FailReason | null): State {
  return { ...state, phase, failReason }
}

function endExecution(
  status: 'COMPLETED' | 'REFUNDED' | 'FAILED',
  failReason: FailReason | null,
): State {
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
function getStatus(state: State, facts: Facts): ExecutionStatus {
  if (isTerminal(state.status)) return state.status
  const isMined = facts.legs.some(
    ({ escrow }) => escrow === 'held' || escrow === 'released' || escrow === 'refunded',
  )
  const status: ExecutionStatus =
    state.phase === 'releasing' ? 'EXECUTED' : isMined ? 'IN_PROGRESS' : 'PENDING'
  return rank[status] > rank[state.status] ? status : state.status
}

function getActions(state: State, facts: Facts): readonly PlannedAction[] {
  // Signed bytes must land though nobody waits for them any more: later ones wait for their nonce.
  const { deploymentStep } = facts.destination ?? {}
  const isPassedBy = state.phase !== 'filling' && deploymentStep?.state === 'sent'
  const arrival = isPassedBy ? buildStepActions('arrive', deploymentStep) : []
  const revokes = facts.destination?.fill === 'filled' ? [] : facts.legs.flatMap(buildRevokeAction)
  return [...arrival, ...revokes, ...getPhaseActions(state, facts)]
}

/** A refund has a later nonce of the same key: before it can land, the release would. */
function buildRevokeAction(leg: LegFacts, index: number): PlannedAction[] {
  return isReleasePending(leg)
    ? [{ kind: 'revoke', leg: index, attempt: leg.release.attempts }]
    : []
}

function getPhaseActions(state: State, facts: Facts): readonly PlannedAction[] {
  const { legs, destination } = facts
  switch (state.phase) {
    case 'depositing':
      return legs.flatMap(buildDepositAction)
    case 'filling':
      // A deposit that a reorganisation took away is sent again before anything is delivered.
      return legs.every(isDeposited)
        ? [...buildDeliveryActions(destination), ...buildAttestActions('Filled', legs)]
        : legs.flatMap(buildDepositAction)
    case 'releasing':
      // Not on the strength of an attestation alone: what it says may be rolled back since.
      return destination && destination.fill !== 'filled'
        ? buildDeliveryActions(destination)
        : legs.flatMap(buildReleaseActions)
    case 'cancelling':
      // With nothing held and no fill on its way, waiting costs less than a transaction.
      return legs.some(({ escrow }) => escrow === 'held') ||
        (destination && isDeliverySigned(destination))
        ? buildStepActions('cancel', destination?.cancelStep)
        : []
    case 'refunding':
      return legs.flatMap(buildRefundActions)
    case 'done':
      return []
  }
}

function buildDepositAction(leg: LegFacts, index: number): PlannedAction[] {
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

function buildReleaseActions(leg: LegFacts, index: number): PlannedAction[] {
  if (leg.escrow === 'none') return buildDepositAction(leg, index)
  if (leg.escrow !== 'held') return []
  // Said to be dead, and there again: it will not be released. What can only go back goes back in time.
  if (leg.attested === 'Cancelled' && leg.headTime >= leg.refundAfter)
    return getRefundAttempt(leg, index)
  if (leg.attested !== 'Filled') return [{ kind: 'attest', verdict: 'Filled', leg: index }]
  return retry(leg.release, maxAttempts.release).map((attempt) => ({
    kind: 'send',
    action: 'release',
    leg: index,
    attempt,
  }))
}

function buildRefundActions(leg: LegFacts, index: number): PlannedAction[] {
  if (leg.escrow !== 'held' || isReleasePending(leg)) return []
  const isByClock = leg.headTime >= leg.refundAfter
  if (leg.attested !== 'Cancelled' && !isByClock)
    return [{ kind: 'attest', verdict: 'Cancelled', leg: index }]
  return getRefundAttempt(leg, index)
}

function getRefundAttempt(leg: LegFacts, index: number): PlannedAction[] {
  return retry(leg.refund, getRefundLimit(leg)).map((attempt) => ({
    kind: 'send',
    action: 'refund',
    leg: index,
    attempt,
  }))
}

function buildAttestActions(verdict: 'Filled', legs: readonly LegFacts[]): PlannedAction[] {
  return legs.flatMap((leg, index) =>
    leg.attested === null && leg.escrow === 'held' ? [{ kind: 'attest', verdict, leg: index }] : [],
  )
}

/**
 * What a call draws must have been lent to it, and its time must have come. An account that is on its
 * way to its destination comes first, but not at any price.
 */
function buildDeliveryActions(destination: DestinationFacts | undefined): PlannedAction[] {
  if (!destination) return []
  const { grantStep, deploymentStep, fillStep, headTime, fillFrom } = destination
  if (grantStep && grantStep.state !== 'mined') return buildStepActions('grant', grantStep)
  if (isAwaited(destination)) return buildStepActions('arrive', deploymentStep)
  const late = deploymentStep?.state === 'sent' ? buildStepActions('arrive', deploymentStep) : []
  return headTime < fillFrom ? [] : [...late, ...buildStepActions('fill', fillStep)]
}

/** Whether the account is still to come, or on its way, and there is time to wait for it. */
function isAwaited({
  deploymentStep,
  fillStep,
  headTime,
  fillDeadline,
}: DestinationFacts): boolean {
  const isComing = deploymentStep?.state === 'none' || deploymentStep?.state === 'sent'
  const hasTime = headTime + deploymentMarginSeconds <= fillDeadline
  return isComing && hasTime && fillStep.state === 'none'
}

function buildStepActions(
  action: 'grant' | 'arrive' | 'fill' | 'cancel',
  fact: StepFact | undefined,
): PlannedAction[] {
  if (!fact) return []
  return retry(fact, maxAttempts[action]).map((attempt) => ({
    kind: 'send',
    action,
    leg: 'destination',
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
