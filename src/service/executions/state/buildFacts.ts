import type { SettlementChain, SettlementState } from '#chains/ports/settlementChain.ts'
import { type AccountAddress, type ChainId, isAddressOn } from '#protocol/ids/caip.ts'
import { FailReason } from '#protocol/status/failReason.ts'
import { isEvmOperation } from '#protocol/orders/operation.ts'
import type { AttestationRow } from '../../storage/executions/attestationRows.ts'
import type { StepRow } from '../../storage/executions/stepRows.ts'
import type { DestinationFacts, Facts, LegFacts, StepFact } from './facts.ts'
import type { BlockWatcher } from '../schedule/blockWatcher.ts'
import { isLostStep, findLastStep } from './findLastStep.ts'
import { findAttestation } from './findAttestation.ts'
import {
  type ExecutionPlan,
  type PlanDestination,
  type PlanLeg,
  type SettlementChains,
  getSettlement,
} from '../plan/executionPlan.ts'

/** What a chain says about an execution, at depth. */
export type ChainSnapshot = {
  /** Number of the newest block that counts: the state's. */
  settledBlock: bigint
  /** Number of the newest block when it was read. */
  headBlock: bigint
  state: SettlementState
  headTime: bigint
}

/** What all involved chains say about one execution. */
export type ChainSnapshots = ReadonlyMap<ChainId, ChainSnapshot>

/**
 * Reads contract state at depth on every chain that an execution touches, one request each.
 *
 * @throws ChainUnavailable when one of them does not answer.
 */
export async function readSnapshots(
  plan: ExecutionPlan,
  options: {
    chains: SettlementChains
    heads: BlockWatcher
    /** Who signed something about the orders. */
    attestors: readonly AccountAddress[]
  },
): Promise<ChainSnapshots> {
  const { chains, heads, attestors } = options
  const snapshots = await Promise.all(
    getChainIds(plan).map(async (chainId) => {
      const chain = getSettlement(chains, chainId)
      const head = await heads.head(chainId)
      return [chainId, await readSnapshot(plan, { chain, head, attestors })] as const
    }),
  )
  return new Map(snapshots)
}

/** The chains an execution touches, each once. */
export function getChainIds(plan: ExecutionPlan): readonly ChainId[] {
  const all = plan.legs.map(({ chainId }) => chainId)
  return [...new Set(plan.destination ? [...all, plan.destination.chainId] : all)]
}

async function readSnapshot(
  plan: ExecutionPlan,
  options: {
    chain: SettlementChain
    head: { number: bigint; time: bigint }
    attestors: readonly AccountAddress[]
  },
): Promise<ChainSnapshot> {
  const { chain, head, attestors } = options
  const { chainId, depth } = chain
  const back = BigInt(depth - 1)
  const from = head.number > back ? head.number - back : 0n
  const legs = plan.legs.filter((leg) => leg.chainId === chainId)
  const { destination } = plan
  const orders = legs.flatMap(({ orderHash }) => (orderHash ? [orderHash] : []))
  const state = await chain.readState(
    {
      orders,
      closableAt: legs.flatMap((leg) => (leg.orderHash ? [leg.refundAfter] : [])),
      attestors: orders.length === 0 ? [] : attestors.filter((key) => isAddressOn(key, chainId)),
      nonces: legs.map(({ sender, nonce }) => ({ sender, nonce })),
      fills:
        destination?.chainId === chainId
          ? [{ solver: destination.solver, fillId: destination.fillId }]
          : [],
    },
    from,
  )
  // Where state is read from a block on and not at it, it may be of a later one, and show more.
  const { number: settledBlock } = state.block
  return { settledBlock, headBlock: head.number, state, headTime: head.time }
}

/** Puts together what a step decides on. Pure. */
export function buildFacts(
  plan: ExecutionPlan,
  known: {
    chains: SettlementChains
    snapshots: ChainSnapshots
    steps: readonly StepRow[]
    attestations: readonly AttestationRow[]
  },
): Facts {
  const legs = plan.legs.map((leg, index) => buildLegFacts(plan, { ...known, leg, index }))
  const destination = buildDestinationFacts(plan, known)
  const isReceiptAwaited = isAwaitingReceipt({ legs, destination }, known.steps)
  return { legs, ...(destination && { destination }), isReceiptAwaited }
}

/**
 * For how long the receipt of what a chain's state shows already is waited for, milliseconds: longer
 * than bytes without a nonce can take to land, and than most nodes take to show it then.
 */
const receiptMs = 120_000

/** Whether something that was sent shows in the state, and nobody has noted how it went. */
function isAwaitingReceipt(
  { legs, destination }: { legs: readonly LegFacts[]; destination: DestinationFacts | undefined },
  steps: readonly StepRow[],
): boolean {
  const shown = legs.flatMap(({ escrow }, leg) => [
    { leg, action: 'deposit' as const, isShown: escrow !== 'absent' && escrow !== 'none' },
    { leg, action: 'release' as const, isShown: escrow === 'released' },
    { leg, action: 'refund' as const, isShown: escrow === 'refunded' },
  ])
  const delivery = [
    { leg: -1, action: 'fill' as const, isShown: destination?.fill === 'filled' },
    { leg: -1, action: 'cancel' as const, isShown: destination?.fill === 'cancelled' },
  ]
  return [...shown, ...delivery].some(({ isShown, ...key }) => {
    const last = isShown ? findLastStep(steps, key) : undefined
    return last?.state === 'sent' && Date.now() - last.createdAt.getTime() < receiptMs
  })
}

type KnownSteps = Parameters<typeof buildFacts>[1]

function buildLegFacts(
  plan: ExecutionPlan,
  { leg, index, snapshots, steps, ...known }: KnownSteps & { leg: PlanLeg; index: number },
): LegFacts {
  const view = getSnapshot(snapshots, leg.chainId)
  const here = plan.legs.filter(({ chainId }) => chainId === leg.chainId)
  const position = here.indexOf(leg)
  const deposit = findLastStep(steps, { leg: index, action: 'deposit' })
  const detail = getDetail(deposit)
  const attested = (['Filled', 'Cancelled'] as const).find((verdict) =>
    findAttestation({ leg, index, verdict }, { ...known, steps, state: view.state }),
  )
  return {
    escrow: leg.orderHash ? (view.state.orders[position] ?? 'none') : 'absent',
    isNonceUsed: view.state.nonces[position] === true || isSpent(leg, deposit),
    outcome: leg.orderHash ? 'none' : detail.outcome,
    isUnsigned: steps.every(
      (step) => step.leg !== index || step.action !== 'deposit' || step.state === 'refused',
    ),
    reason: detail.outcome === 'reverted' ? detail.reason : null,
    deposit: buildStepFact(deposit),
    release: buildStepFact(findLastStep(steps, { leg: index, action: 'release' })),
    refund: buildStepFact(findLastStep(steps, { leg: index, action: 'refund' })),
    attested: attested ?? null,
    depositDeadline: leg.validUntil,
    refundAfter: leg.refundAfter,
    settledTime: view.state.block.time,
    headTime: view.headTime,
  }
}

/** Without a nonce, what has landed and reverted cannot land again. */
function isSpent({ operation }: PlanLeg, deposit: StepRow | undefined): boolean {
  return deposit?.state === 'reverted' && !isEvmOperation(operation) && !isLostStep(deposit)
}

function buildDestinationFacts(
  plan: ExecutionPlan,
  { snapshots, steps }: KnownSteps,
): DestinationFacts | undefined {
  const { destination, destinationDeployment } = plan
  if (!destination) return undefined
  const view = getSnapshot(snapshots, destination.chainId)
  const found = view.state.fills[0] ?? 'open'
  const fill =
    found === destination.fillHash ? 'filled' : found === 'open' ? 'open' : ('cancelled' as const)
  return {
    fill,
    grantStep:
      destination.kind === 'call'
        ? buildStepFact(findLastStep(steps, { leg: -1, action: 'grant' }))
        : undefined,
    deploymentStep: destinationDeployment?.isDue
      ? buildStepFact(findLastStep(steps, { leg: -1, action: 'arrive' }))
      : undefined,
    fillStep: buildStepFact(findLastStep(steps, { leg: -1, action: 'fill' })),
    cancelStep: buildStepFact(findLastStep(steps, { leg: -1, action: 'cancel' })),
    ...getFillWindow(destination),
    fillDeadline: destination.fillDeadline,
    settledTime: view.state.block.time,
    headTime: view.headTime,
  }
}

/** A call has a window of its own inside the time for delivery. */
function getFillWindow(destination: PlanDestination): { fillFrom: bigint; fillUntil: bigint } {
  const { fillDeadline } = destination
  if (destination.kind === 'fill') return { fillFrom: 0n, fillUntil: fillDeadline }
  const { validAfter, validUntil } = destination
  return {
    fillFrom: validAfter,
    fillUntil: validUntil < fillDeadline ? validUntil : fillDeadline,
  }
}

/** What one chain said. @throws Error when it was not asked. */
export function getSnapshot(snapshots: ChainSnapshots, chainId: ChainId): ChainSnapshot {
  const view = snapshots.get(chainId)
  if (!view) throw new Error(`${chainId} was not read.`)
  return view
}

function buildStepFact(step: StepRow | undefined): StepFact {
  if (!step) return { state: 'none', attempts: 0, reason: null, isResting: false, isLost: false }
  const { state, attempt } = step
  return {
    state,
    attempts: attempt,
    reason: getDetail(step).reason,
    isResting: isResting(step),
    isLost: isLostStep(step),
  }
}

/** Attempts that follow each other at once; after them each waits twice as long as the last. */
const quickAttempts = 3
const minRestMs = 2_000
const maxRestMs = 60_000

/** Whether a failed attempt is too young for the next one: what keeps failing costs ever less. */
function isResting({ state, attempt, createdAt }: StepRow): boolean {
  if ((state !== 'refused' && state !== 'reverted') || attempt < quickAttempts) return false
  const restMs = Math.min(maxRestMs, minRestMs * 2 ** (attempt - quickAttempts))
  return Date.now() - createdAt.getTime() < restMs
}

/** What was noted when a step settled. */
function getDetail(step: StepRow | undefined): {
  outcome: LegFacts['outcome']
  reason: FailReason | null
} {
  const detail = step?.detail
  if (typeof detail !== 'object' || detail === null) return { outcome: 'none', reason: null }
  const reason = 'reason' in detail ? FailReason.safeParse(detail.reason) : undefined
  const outcome = 'outcome' in detail ? detail.outcome : 'none'
  return {
    outcome:
      outcome === 'succeeded' || outcome === 'reverted' || outcome === 'replaced'
        ? outcome
        : 'none',
    reason: reason?.success ? reason.data : null,
  }
}
