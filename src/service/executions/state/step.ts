import { classifyState } from '#chains/classifyState.ts'
import type { FailReason } from '#protocol/status/failReason.ts'
import { type ExecutionStatus, isTerminal } from '#protocol/status/status.ts'
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

/** No fill is first sent this close to its deadline, seconds: it must land before. */
const fillMarginSeconds = 20n

/** Whether a fill or a grant was signed, and may have landed. */
function isDeliverySigned({ fillStep, grantStep }: DestinationFacts): boolean {
  return [fillStep, grantStep].some((one) => one && one.state !== 'none' && one.state !== 'refused')
}

function isLent({ grantStep }: DestinationFacts): boolean {
  return grantStep !== undefined && grantStep.state !== 'none' && grantStep.state !== 'refused'
}

/** Whether it is too late to start the delivery. */
function isTooLate(destination: DestinationFacts): boolean {
  return destination.headTime + fillMarginSeconds > destination.fillUntil
}

/** Whether no fill can land any more: cancelled, or past the deadline at depth. */
function isUnfillable({ fill, settledTime, fillDeadline }: DestinationFacts): boolean {
  return fill === 'cancelled' || (fill === 'open' && settledTime > fillDeadline)
}

/** Whether delivery is over; after a grant only a cancel ends it, which returns the grant. */
function isCancelled(destination: DestinationFacts): boolean {
  return isLent(destination) ? destination.fill === 'cancelled' : isUnfillable(destination)
}

/** Whether an attempt was made and failed. */
function isDeliveryFailed({ state }: StepFact): boolean {
  return state === 'reverted' || state === 'refused'
}

/** The phases of an execution; `done` is final. */
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

/** The stored progress of an execution. `failReason` is shown only if it does not complete. */
export type State = { phase: Phase; status: ExecutionStatus; failReason: FailReason | null }

/** An action on a chain, or a request for an attestation. Performing it twice does no harm. */
export type PlannedAction =
  | { kind: 'send'; action: 'deposit' | 'release' | 'refund'; leg: number; attempt: number }
  | {
      kind: 'send'
      action: 'grant' | 'arrive' | 'fill' | 'cancel'
      leg: 'destination'
      attempt: number
    }
  | { kind: 'attest'; verdict: 'Filled' | 'Cancelled'; leg: number }
  /** Uses up the nonce of a signed release, so that the release cannot land. */
  | { kind: 'revoke'; leg: number; attempt: number }

/** The result of a step: the state to store, then the actions to perform. */
export type Decision = { state: State; actions: readonly PlannedAction[] }

/** The state of a newly accepted execution. */
export const initialState: State = { phase: 'depositing', status: 'PENDING', failReason: null }

/**
 * Stop waiting for the destination account's deployment this long before the fill deadline
 * (seconds); the fill then goes ahead without it.
 */
const deploymentMarginSeconds = 120n
/** No deposit is first sent this close to its deadline, seconds. */
const depositMarginSeconds = 5n
/**
 * Decides the next state and actions from the stored state and the facts. Pure: no clock, no I/O.
 *
 * The rules: fill only when every deposit is held at depth. Release only what is filled, and revoke
 * a signed release when the fill is gone. Refund only what provably can no longer be filled or
 * released. End only when no deposit is held, or only the user can still get it back, and when
 * every outcome is recorded. A deposit released without delivery ends FAILED, not REFUNDED.
 * Source: architecture section 2, durability 9 and 12, security 7 and 15.
 */
export function step(state: State, facts: Facts): Decision {
  let next = state
  for (let previous: State | undefined; previous?.phase !== next.phase;) {
    previous = next
    next = advance(previous, facts)
    // A finished execution gets no more ticks, and its record must not change any more.
    if (next.phase === 'done' && isOutcomeAwaited(facts)) next = previous
  }
  const shown = { ...next, status: getStatus(next, facts) }
  return { state: shown, actions: next.phase === 'done' ? [] : getActions(next, facts) }
}

/** Whether something was signed that the record will show once it has landed. */
function isOutcomeAwaited({ isReceiptAwaited, destination }: Facts): boolean {
  return isReceiptAwaited === true || destination?.deploymentStep?.state === 'sent'
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
 * used it has been executed, even after the deadline. Its event, which a node may serve later than
 * its state, tells the outcome.
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

/** A fill at depth can still be rolled back by a deeper reorganisation; then it is sent again. */
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
  // Nothing was deposited and nothing can be, so there is nothing to cancel.
  return legs.every(isGone) && !isDeliverySigned(destination)
    ? endExecution('REFUNDED', state.failReason)
    : state
}

function advanceRefunding(state: State, { destination, legs }: CrossChainFacts): State {
  if (destination.fill === 'filled') return to(state, 'releasing', null)
  // The cancel was rolled back and must land again first.
  if (!isCancelled(destination)) return to(state, 'cancelling', state.failReason)
  if (legs.every(isGone)) return endExecution('REFUNDED', state.failReason)
  const isOver = legs.every((leg) => isGone(leg) || isRefundImpossible(leg) || isPaidOut(leg))
  return isOver ? endExecution('FAILED', state.failReason) : state
}

/**
 * The indices of legs whose deposit was released although nothing was delivered: an attested fill
 * was rolled back for good after the release landed. The service owes it to the user, so an
 * operator must be alerted. Empty unless the execution has ended.
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

/** The status on the wire. It never goes back from what was shown before. */
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
  // A signed deployment must land even if nothing waits for it: later nonces do.
  const { deploymentStep } = facts.destination ?? {}
  const isObsolete = state.phase !== 'filling' && deploymentStep?.state === 'sent'
  const deployment = isObsolete ? buildStepActions('arrive', deploymentStep) : []
  const revokes = facts.destination?.fill === 'filled' ? [] : facts.legs.flatMap(buildRevokeAction)
  return [...deployment, ...revokes, ...getPhaseActions(state, facts)]
}

/** A pending release has to be revoked before a refund, whose nonce comes later. */
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
      // A deposit that was rolled back is sent again before the fill.
      return legs.every(isDeposited)
        ? [...buildDeliveryActions(destination), ...buildAttestActions('Filled', legs)]
        : legs.flatMap(buildDepositAction)
    case 'releasing':
      // An attestation is not enough: the fill may have been rolled back since.
      return destination && destination.fill !== 'filled'
        ? buildDeliveryActions(destination)
        : legs.flatMap(buildReleaseActions)
    case 'cancelling':
      // With no deposit held and no fill sent, waiting is cheaper than a cancel.
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
  // Attested as cancelled, then filled: it cannot be released any more, only refunded by the clock.
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
 * A call is delivered only after its grant, and within its own validity. A deployment of the
 * destination account comes first while there is time for it.
 */
function buildDeliveryActions(destination: DestinationFacts | undefined): PlannedAction[] {
  if (!destination) return []
  const { grantStep, deploymentStep, fillStep, headTime, fillFrom } = destination
  if (grantStep && grantStep.state !== 'mined') return buildStepActions('grant', grantStep)
  if (isDeploymentAwaited(destination)) return buildStepActions('arrive', deploymentStep)
  const late = deploymentStep?.state === 'sent' ? buildStepActions('arrive', deploymentStep) : []
  return headTime < fillFrom ? [] : [...late, ...buildStepActions('fill', fillStep)]
}

/** Whether the account's deployment is outstanding, and there is time to wait for it. */
function isDeploymentAwaited({
  deploymentStep,
  fillStep,
  headTime,
  fillDeadline,
}: DestinationFacts): boolean {
  const isOutstanding = deploymentStep?.state === 'none' || deploymentStep?.state === 'sent'
  const hasTime = headTime + deploymentMarginSeconds <= fillDeadline
  return isOutstanding && hasTime && fillStep.state === 'none'
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
 * The attempt to make: the current one, or the next after a failed one while any is left. A lost
 * attempt never reached the chain and does not count.
 */
function retry(fact: StepFact, limit: number): number[] {
  switch (fact.state) {
    case 'none':
      return [1]
    case 'sent':
    case 'mined':
      // Mined, but not in the contract's state: the block is gone, so send the same bytes again.
      return [fact.attempts]
    case 'reverted':
    case 'refused':
      return (fact.attempts < limit || fact.isLost) && !fact.isResting ? [fact.attempts + 1] : []
  }
}
