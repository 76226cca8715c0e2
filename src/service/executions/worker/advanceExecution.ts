import { setTimeout as wait } from 'node:timers/promises'

import type { Network } from '#networks/network.ts'
import { QuotedCall } from '#protocol/quotes/preparedTerms.ts'
import { toAddressKey } from '#protocol/accounts/account.ts'
import { type AttestationRow, findAttestations } from '../../storage/executions/attestationRows.ts'
import type { Storage } from '../../storage/database.ts'
import { recordEvent } from '../../storage/tables/events.ts'
import {
  type ExecutionRow,
  type Fence,
  scheduleExecution,
  updateExecution,
} from '../../storage/executions/executionRows.ts'
import { endReservations } from '../../storage/tables/reservations.ts'
import { endSponsoring } from '../../storage/tables/sponsorBudgets.ts'
import { findSteps } from '../../storage/executions/stepRows.ts'
import { getAttestationSigners } from '../state/quorumSignature.ts'
import type { Repricing } from '../../quotes/pricing/repricing.ts'
import { checksumAddresses } from '../../restoreRequestCasing.ts'
import type { OnFailpoint } from '../plan/failpoint.ts'
import type { SponsorLimits } from '../sponsorship/checkSponsorship.ts'
import { countUnpaidGas } from '../sponsorship/countUnpaidGas.ts'
import type { Facts } from '../state/facts.ts'
import { getChainIds, buildFacts, readSnapshots, type ChainSnapshots } from '../state/buildFacts.ts'
import type { BlockWatcher } from '../schedule/blockWatcher.ts'
import { forEachConcurrent } from '../schedule/forEachConcurrent.ts'
import { parseStoredQuote } from '../plan/parseStoredQuote.ts'
import type { WorkerMemory } from '../transactions/memory.ts'
import { PaidUndeliveredError } from '../transactions/PaidUndeliveredError.ts'
import { performAction } from './performAction.ts'
import { type ExecutionPlan, type SettlementChains, getSettlement } from '../plan/executionPlan.ts'
import { parseExecutionPlan } from '../plan/parseExecutionPlan.ts'
import { settleSteps } from '../transactions/settleSteps.ts'
import { recordReclaimableAccounts } from '../jobs/rentReclaimer.ts'
import {
  type Decision,
  findUndeliveredOrders,
  type Phase,
  phases,
  type State,
  step,
} from '../state/step.ts'

/** What advancing needs; one value for the life of a worker. */
export type WorkerContext = {
  storage: Storage
  network: Network
  chains: SettlementChains
  heads: BlockWatcher
  sponsorLimits: SponsorLimits
  /** Holds what is to be delivered against the prices of this moment. */
  repricing: Pick<Repricing, 'shortBps'>
  memory: WorkerMemory & { plans: Map<string, ExecutionPlan> }
  /** Hears what somebody should look at. */
  onError: (error: unknown, about: { quoteId?: string }) => void
  onFailpoint: OnFailpoint
}

/** The fence as it moves with each write, also when a later write fails. */
export type FenceToken = { fence: Fence }

/** How long a step that waits for the attestor only stays in hand. */
const attestationWaitMs = 400
const attestationPollMs = 10
/** Effects of one execution at a time: each holds a connection to the database that others need. */
const maxConcurrent = 6
/** Steps in a row before others get their turn. */
const maxRounds = 6

/**
 * Takes a claimed execution as far as it goes now, then says when to look again.
 *
 * @throws FenceLost when another worker took it; ChainUnavailable, or what the database throws.
 */
export async function advanceExecution(
  parts: WorkerContext,
  { row, hold }: { row: ExecutionRow; hold: FenceToken },
): Promise<void> {
  const plan = getCachedPlan(parts, row)
  let state: State = { phase: getPhase(row), status: row.status, failReason: row.failReason }
  for (let round = 1; ; round++) {
    const turn = await runTick(parts, { plan, row, state, hold })
    state = turn.decision.state
    const { fence } = hold
    if (state.phase === 'done') return finishExecution(parts, { plan, fence })
    const awaited = getAwaitedAttestations(plan, turn)
    const isAttested =
      awaited.length > 0 &&
      round < maxRounds &&
      (await waitForAttestation(parts.storage, { awaited, known: turn.attestations }))
    if (!isAttested) return rescheduleExecution(parts, { plan, fence, snapshots: turn.snapshots })
  }
}

type Tick = {
  decision: Decision
  snapshots: ChainSnapshots
  attestations: readonly AttestationRow[]
}

/** Looks, decides, stores, does. */
async function runTick(
  parts: WorkerContext,
  options: { plan: ExecutionPlan; row: ExecutionRow; state: State; hold: FenceToken },
): Promise<Tick> {
  const { storage } = parts
  const { plan, row, state, hold } = options
  const [stored, attestations] = await Promise.all([
    findSteps(storage, plan.quoteId),
    findAttestations(storage, getOrderHashes(plan)),
  ])
  const snapshots = await readSnapshots(plan, {
    ...parts,
    attestors: getAttestationSigners(attestations),
  })
  await reportDropped(parts, { plan, snapshots, attestations })
  const isNew = await settleSteps(storage, { ...parts, ...row, ...stored, plan, snapshots })
  const known = isNew ? await findSteps(storage, plan.quoteId) : stored
  const facts = buildFacts(plan, {
    chains: parts.chains,
    snapshots,
    attestations,
    steps: known.steps,
  })
  const decision = step(state, facts)
  const change = { plan, fence: hold.fence, state, decision, facts }
  const fence = (hold.fence = await store(parts, change))
  await forEachConcurrent(decision.actions, {
    lanes: maxConcurrent,
    work: (effect) =>
      performAction(storage, effect, {
        ...parts,
        ...known,
        snapshots,
        plan,
        fence,
        quote: row.quote,
        call: row.call,
        attestations,
      }),
  })
  return { decision, snapshots, attestations }
}

/**
 * Tells of attestations that count no more, once each: whoever signed them was shut off or replaced.
 * What the escrow would refuse is not sent; others are asked. Source: security rule 8.
 */
async function reportDropped(
  { storage, memory, onError }: WorkerContext,
  options: {
    plan: ExecutionPlan
    snapshots: ChainSnapshots
    attestations: readonly AttestationRow[]
  },
): Promise<void> {
  const { plan, snapshots, attestations } = options
  for (const { orderHash, chainId } of plan.legs) {
    const counting = snapshots.get(chainId)?.state.attestors.map(toAddressKey) ?? []
    const signed = attestations.filter((row) => row.orderHash === orderHash && row.signature)
    for (const { attestor } of signed) {
      const key = `${orderHash} ${attestor}`
      if (counting.includes(attestor) || memory.dropped.has(key)) continue
      memory.dropped.add(key)
      const { quoteId } = plan
      await recordEvent(storage, { quoteId, kind: 'attestation dropped', detail: { attestor } })
      onError(new Error(`${attestor} is no attestor on ${chainId}: what it signed is dropped.`), {
        quoteId,
      })
    }
  }
}

async function store(
  { storage, chains, onFailpoint, onError }: WorkerContext,
  options: { plan: ExecutionPlan; fence: Fence; state: State; decision: Decision; facts: Facts },
): Promise<Fence> {
  const { plan, fence, state, decision, facts } = options
  const next = decision.state
  if (next.phase === state.phase && next.status === state.status) return fence
  await onFailpoint('before store state', next.phase, { plan })
  const change = {
    ...next,
    legStates: facts.legs.map(({ escrow, outcome }, leg) => ({
      leg,
      state: escrow === 'absent' ? outcome : escrow,
    })),
  }
  const { quoteId } = plan
  const owed = findUndeliveredOrders(next, facts).flatMap((leg) => plan.legs[leg]?.orderHash ?? [])
  const held = await storage.transaction(async (database) => {
    const written = await updateExecution(database, { fence, change })
    if (next.phase === 'done') {
      const account = plan.legs[0]?.sender
      const keptOn = plan.legs.flatMap(({ chainId }, leg) =>
        facts.legs[leg]?.escrow === 'held' && getSettlement(chains, chainId).reclaim
          ? [chainId]
          : [],
      )
      await countUnpaidGas(database, { quoteId, account, status: next.status, keptOn })
      await endReservations(database, fence.quoteId)
      await recordReclaimableAccounts(database, plan, chains)
      await endSponsoring(database, fence.quoteId)
    }
    for (const orderHash of owed)
      await recordEvent(database, { quoteId, kind: 'paid out undelivered', detail: { orderHash } })
    return written
  })
  for (const orderHash of owed) onError(new PaidUndeliveredError(orderHash), { quoteId })
  await onFailpoint('after store state', next.phase, { plan })
  return held
}

/** Legs that only wait for the attestor's word. */
function getAwaitedAttestations(plan: ExecutionPlan, { decision }: Tick): readonly string[] {
  const { phase } = decision.state
  if (phase !== 'releasing' && phase !== 'refunding') return []
  return decision.actions.flatMap((effect) => {
    const orderHash = effect.kind === 'attest' ? plan.legs[effect.leg]?.orderHash : undefined
    return orderHash ? [orderHash] : []
  })
}

/** Waits a little until one of these is attested, or attested anew. */
async function waitForAttestation(
  storage: Storage,
  { awaited, known }: { awaited: readonly string[]; known: readonly AttestationRow[] },
): Promise<boolean> {
  const before = new Set(known.map(({ signature }) => signature))
  const deadline = performance.now() + attestationWaitMs
  while (performance.now() < deadline) {
    const rows = await findAttestations(storage, awaited)
    if (rows.some(({ signature }) => signature !== null && !before.has(signature))) return true
    await wait(attestationPollMs)
  }
  return false
}

async function rescheduleExecution(
  { storage, heads, chains }: WorkerContext,
  { plan, fence, snapshots }: { plan: ExecutionPlan; fence: Fence; snapshots: ChainSnapshots },
): Promise<void> {
  const involved = getChainIds(plan)
  const slowestMs = Math.max(...involved.map((id) => getSettlement(chains, id).blockMs))
  await scheduleExecution(storage, { fence, delayMs: slowestMs * 1.5, chains: involved })
  // Blocks that came while this one was in hand woke nobody for it.
  heads.renew(
    involved.filter((chainId) => heads.seen(chainId) !== snapshots.get(chainId)?.headBlock),
  )
}

async function finishExecution(
  { storage, memory }: WorkerContext,
  { plan, fence }: { plan: ExecutionPlan; fence: Fence },
): Promise<void> {
  await scheduleExecution(storage, { fence, delayMs: 0, chains: [] })
  memory.plans.delete(plan.quoteId)
}

function getCachedPlan(
  { memory, network, chains }: WorkerContext,
  row: ExecutionRow,
): ExecutionPlan {
  const known = memory.plans.get(row.quoteId)
  if (known) return known
  const call = row.call === null ? {} : { call: checksumAddresses(QuotedCall.parse(row.call)) }
  const plan = parseExecutionPlan(checksumAddresses(parseStoredQuote(row.quote)), {
    network,
    chains,
    ...call,
  })
  memory.plans.set(row.quoteId, plan)
  return plan
}

function getOrderHashes(plan: ExecutionPlan): readonly string[] {
  return plan.legs.flatMap(({ orderHash }) => (orderHash ? [orderHash] : []))
}

function getPhase(row: ExecutionRow): Phase {
  const phase = phases.find((name) => name === row.phase)
  if (!phase) throw new Error(`Execution ${row.quoteId} is in an unknown phase: ${row.phase}.`)
  return phase
}
