import { isEvmOperation } from '#protocol/orders/operation.ts'
import type { StepRow } from '../../storage/executions/stepRows.ts'
import {
  getLeg,
  type PlanDestination,
  type PlanLeg,
  type SettlementChains,
} from '../plan/executionPlan.ts'
import { getPositionOnChain, getSnapshot } from './chainSnapshots.ts'
import { type ExecutionTick, findLastStep, isLostStep } from './executionTick.ts'
import type { DestinationFacts, Facts, LegFacts, StepFact } from './facts.ts'
import { findAttestation } from './findAttestation.ts'

type KnownExecution = Pick<ExecutionTick, 'plan' | 'snapshots' | 'attestations' | 'steps'>

type BuildFactsOptions = {
  chains: SettlementChains
  /** The current time, Unix milliseconds; the ages of steps are measured from it. */
  nowMs: number
}

/** Builds the facts that `step` decides on. Pure. */
export function buildFacts(execution: KnownExecution, options: BuildFactsOptions): Facts {
  const legs = execution.plan.legs.map((_, leg) => buildLegFacts(execution, leg, options))
  const destination = buildDestinationFacts(execution, options)
  const facts = { legs, ...(destination && { destination }) }
  return { ...facts, isReceiptAwaited: isAwaitingReceipt(facts, execution.steps, options) }
}

/**
 * How long to wait for the receipt of a transaction whose effect the state already shows,
 * milliseconds. Longer than a transaction without a nonce can take to land, and than most nodes
 * take to serve the receipt.
 */
const receiptMs = 120_000

/** Whether the state shows the effect of a recently sent step whose outcome is not recorded yet. */
function isAwaitingReceipt(
  { legs, destination }: Facts,
  steps: readonly StepRow[],
  { nowMs }: BuildFactsOptions,
): boolean {
  const origins = legs.flatMap(({ escrow }, leg) => [
    { leg, action: 'deposit' as const, isShown: escrow !== 'absent' && escrow !== 'none' },
    { leg, action: 'release' as const, isShown: escrow === 'released' },
    { leg, action: 'refund' as const, isShown: escrow === 'refunded' },
  ])
  const leg = 'destination'
  const delivery = [
    { leg, action: 'fill', isShown: destination?.fill === 'filled' },
    { leg, action: 'cancel', isShown: destination?.fill === 'cancelled' },
  ] as const
  return [...origins, ...delivery].some(({ isShown, ...key }) => {
    const last = isShown ? findLastStep(steps, key) : undefined
    return last?.state === 'sent' && nowMs - last.createdAt.getTime() < receiptMs
  })
}

function buildLegFacts(
  execution: KnownExecution,
  index: number,
  { chains, nowMs }: BuildFactsOptions,
): LegFacts {
  const { plan, snapshots, steps } = execution
  const leg = getLeg(plan, index)
  const { state, headTime } = getSnapshot(snapshots, leg.chainId)
  const position = getPositionOnChain(plan, leg)
  const deposit = findLastStep(steps, { leg: index, action: 'deposit' })
  const { outcome = 'none', reason = null } = deposit?.detail ?? {}
  const attested = (['Filled', 'Cancelled'] as const).find((verdict) =>
    findAttestation(execution, { chains, leg: index, verdict }),
  )
  return {
    escrow: leg.orderHash ? (state.orders[position] ?? 'none') : 'absent',
    isNonceUsed: state.nonces[position] === true || isSpent(leg, deposit),
    outcome: leg.orderHash ? 'none' : outcome,
    isUnsigned: steps.every(
      (step) => step.leg !== index || step.action !== 'deposit' || step.state === 'refused',
    ),
    reason: outcome === 'reverted' ? reason : null,
    deposit: buildStepFact(deposit, nowMs),
    release: buildStepFact(findLastStep(steps, { leg: index, action: 'release' }), nowMs),
    refund: buildStepFact(findLastStep(steps, { leg: index, action: 'refund' }), nowMs),
    attested: attested ?? null,
    depositDeadline: leg.validUntil,
    refundAfter: leg.refundAfter,
    settledTime: state.block.time,
    headTime,
  }
}

/** Whether a deposit without a nonce landed and reverted: it cannot land again. */
function isSpent({ operation }: PlanLeg, deposit: StepRow | undefined): boolean {
  return deposit?.state === 'reverted' && !isEvmOperation(operation) && !isLostStep(deposit)
}

function buildDestinationFacts(
  { plan, snapshots, steps }: KnownExecution,
  { nowMs }: BuildFactsOptions,
): DestinationFacts | undefined {
  const { destination, destinationDeployment } = plan
  if (!destination) return undefined
  const { state, headTime } = getSnapshot(snapshots, destination.chainId)
  const found = state.fills[0] ?? 'open'
  const fill =
    found === destination.fillHash ? 'filled' : found === 'open' ? 'open' : ('cancelled' as const)
  function buildFact(action: 'grant' | 'arrive' | 'fill' | 'cancel'): StepFact {
    return buildStepFact(findLastStep(steps, { leg: 'destination', action }), nowMs)
  }
  return {
    fill,
    grantStep: destination.kind === 'call' ? buildFact('grant') : undefined,
    deploymentStep: destinationDeployment?.isDue ? buildFact('arrive') : undefined,
    fillStep: buildFact('fill'),
    cancelStep: buildFact('cancel'),
    ...getFillWindow(destination),
    fillDeadline: destination.fillDeadline,
    settledTime: state.block.time,
    headTime,
  }
}

/** When the fill may be made. The operation of a call has a validity of its own. */
function getFillWindow(destination: PlanDestination): { fillFrom: bigint; fillUntil: bigint } {
  const { fillDeadline } = destination
  if (destination.kind === 'fill') return { fillFrom: 0n, fillUntil: fillDeadline }
  const { validAfter, validUntil } = destination
  return {
    fillFrom: validAfter,
    fillUntil: validUntil < fillDeadline ? validUntil : fillDeadline,
  }
}

function buildStepFact(step: StepRow | undefined, nowMs: number): StepFact {
  if (!step) return { state: 'none', attempts: 0, reason: null, isResting: false, isLost: false }
  const { state, attempt } = step
  return {
    state,
    attempts: attempt,
    reason: step.detail.reason ?? null,
    isResting: isResting(step, nowMs),
    isLost: isLostStep(step),
  }
}

/** Attempts made without a pause; each later one waits twice as long as the one before. */
const quickAttempts = 3
const minRestMs = 2_000
const maxRestMs = 60_000

/** Whether the last attempt failed so recently that the next one has to wait. */
function isResting({ state, attempt, createdAt }: StepRow, nowMs: number): boolean {
  if ((state !== 'refused' && state !== 'reverted') || attempt < quickAttempts) return false
  const restMs = Math.min(maxRestMs, minRestMs * 2 ** (attempt - quickAttempts))
  return nowMs - createdAt.getTime() < restMs
}
