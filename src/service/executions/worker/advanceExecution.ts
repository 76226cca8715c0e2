import { setTimeout as wait } from 'node:timers/promises'
import { toAddressKey } from '#protocol/accounts/account.ts'
import { QuotedCall } from '#protocol/quotes/preparedTerms.ts'
import { checksumAddresses } from '../../restoreRequestCasing.ts'
import { type AttestationRow, findAttestations } from '../../storage/executions/attestationRows.ts'
import type { Storage } from '../../storage/database.ts'
import {
  type ExecutionRow,
  type Fence,
  scheduleExecution,
  updateExecution,
} from '../../storage/executions/executionRows.ts'
import { findSteps } from '../../storage/executions/stepRows.ts'
import { recordEvent } from '../../storage/tables/events.ts'
import { endAllReservations } from '../../storage/tables/reservations.ts'
import { endSponsoring } from '../../storage/tables/sponsorBudgets.ts'
import { recordReclaimableAccounts } from '../jobs/rentReclaimer.ts'
import { type ExecutionPlan, getSettlement } from '../plan/executionPlan.ts'
import { parseExecutionPlan, parseStoredQuote } from '../plan/parseExecutionPlan.ts'
import { countUnpaidGas } from '../sponsorship/countUnpaidGas.ts'
import { buildFacts } from '../state/buildFacts.ts'
import { getChainIds, readSnapshots } from '../state/chainSnapshots.ts'
import type { ExecutionTick, FenceToken } from '../state/executionTick.ts'
import type { Facts } from '../state/facts.ts'
import { getAttestationSigners } from '../state/quorumSignature.ts'
import {
  type Decision,
  findUndeliveredOrders,
  type Phase,
  phases,
  type State,
  step,
} from '../state/step.ts'
import { PaidUndeliveredError } from '../transactions/executionErrors.ts'
import { settleSteps } from '../transactions/settleSteps.ts'
import { performAction } from './performAction.ts'
import type { WorkerContext } from './workerContext.ts'

/** How long a claimed execution waits for an attestation, and how often it polls for it. */
const attestationWaitMs = 400
const attestationPollMs = 10
/** Actions of one execution at a time: each holds a database connection that others need. */
const maxConcurrent = 6
const maxRounds = 6

type ClaimedExecution = Pick<ExecutionTick, 'plan' | 'row' | 'token'>

/**
 * Takes a claimed execution as far as it goes now, then schedules its next tick.
 *
 * @throws FenceLost when another worker took it; ChainUnavailable, or what the database throws.
 */
export async function advanceExecution(
  worker: WorkerContext,
  { row, token }: { row: ExecutionRow; token: FenceToken },
): Promise<void> {
  const plan = getCachedPlan(worker, row)
  let state: State = { phase: getPhase(row), status: row.status, failReason: row.failReason }
  for (let round = 1; ; round++) {
    const { execution, decision } = await runTick(worker, { plan, row, token }, state)
    state = decision.state
    if (state.phase === 'done') return finishExecution(worker, execution)
    const awaited = getAwaitedAttestations(plan, decision)
    const isAttested =
      awaited.length > 0 &&
      round < maxRounds &&
      (await waitForAttestation(worker.storage, { awaited, known: execution.attestations }))
    if (!isAttested) return rescheduleExecution(worker, execution)
  }
}

async function runTick(
  worker: WorkerContext,
  claimed: ClaimedExecution,
  state: State,
): Promise<{ execution: ExecutionTick; decision: Decision }> {
  const execution = await readExecution(worker, claimed)
  const facts = buildFacts(execution, { chains: worker.chains, nowMs: Date.now() })
  const decision = step(state, facts)
  claimed.token.fence = await store(worker, execution, { state, decision, facts })
  await forEachConcurrent(decision.actions, {
    concurrency: maxConcurrent,
    work: (action) =>
      performAction(worker, execution, action).catch((error: unknown) => {
        claimed.token.failed ??= action
        throw error
      }),
  })
  return { execution, decision }
}

/** Reads what is known about an execution, and records how its signed steps ended. */
async function readExecution(
  worker: WorkerContext,
  { plan, row, token }: ClaimedExecution,
): Promise<ExecutionTick> {
  const { storage, chains, heads } = worker
  const [stored, attestations] = await Promise.all([
    findSteps(storage, plan.quoteId),
    findAttestations(storage, getOrderHashes(plan)),
  ])
  const attestors = getAttestationSigners(attestations)
  const snapshots = await readSnapshots(plan, { chains, heads, attestors })
  const execution = { plan, row, token, snapshots, attestations, ...stored }
  await reportDropped(worker, execution)
  const hasSettled = await settleSteps(worker, execution)
  return hasSettled ? { ...execution, ...(await findSteps(storage, plan.quoteId)) } : execution
}

/**
 * Reports, once each, attestations that no longer count because their attestor was shut off or
 * replaced. The escrow would reject them; other attestors are asked. Source: security rule 8.
 */
async function reportDropped(
  { storage, memory, onError }: WorkerContext,
  { plan, snapshots, attestations }: ExecutionTick,
): Promise<void> {
  const { quoteId } = plan
  for (const { orderHash, chainId } of plan.legs) {
    const counted = snapshots.get(chainId)?.state.attestors.map(toAddressKey) ?? []
    const signed = attestations.filter((row) => row.orderHash === orderHash && row.signature)
    for (const { attestor } of signed) {
      const key = `${orderHash} ${attestor}`
      if (counted.includes(attestor) || memory.dropped.has(key)) continue
      memory.dropped.add(key)
      await recordEvent(storage, { quoteId, kind: 'attestation dropped', detail: { attestor } })
      onError(new Error(`${attestor} is no attestor on ${chainId}: what it signed is dropped.`), {
        quoteId,
      })
    }
  }
}

async function store(
  { storage, chains, onFailpoint, onError }: WorkerContext,
  { plan, token: { fence } }: ExecutionTick,
  { state, decision, facts }: { state: State; decision: Decision; facts: Facts },
): Promise<Fence> {
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
  const nextFence = await storage.transaction(async (database) => {
    const written = await updateExecution(database, { fence, change })
    if (next.phase === 'done') {
      const account = plan.legs[0]?.sender
      const keptOn = plan.legs.flatMap(({ chainId }, leg) =>
        facts.legs[leg]?.escrow === 'held' && getSettlement(chains, chainId).reclaim
          ? [chainId]
          : [],
      )
      await countUnpaidGas(database, { quoteId, account, status: next.status, keptOn })
      await endAllReservations(database, quoteId)
      await recordReclaimableAccounts(database, plan, chains)
      await endSponsoring(database, quoteId)
    }
    for (const orderHash of owed)
      await recordEvent(database, { quoteId, kind: 'paid out undelivered', detail: { orderHash } })
    return written
  })
  for (const orderHash of owed) onError(new PaidUndeliveredError(orderHash), { quoteId })
  await onFailpoint('after store state', next.phase, { plan })
  return nextFence
}

function getAwaitedAttestations(
  plan: ExecutionPlan,
  { state, actions }: Decision,
): readonly string[] {
  if (state.phase !== 'releasing' && state.phase !== 'refunding') return []
  return actions.flatMap((action) => {
    const orderHash = action.kind === 'attest' ? plan.legs[action.leg]?.orderHash : undefined
    return orderHash ? [orderHash] : []
  })
}

/** Waits briefly for a new signature for one of these orders; returns whether there is one. */
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
  { plan, token: { fence }, snapshots }: ExecutionTick,
): Promise<void> {
  const involved = getChainIds(plan)
  const slowestMs = Math.max(...involved.map((id) => getSettlement(chains, id).blockMs))
  await scheduleExecution(storage, { fence, delayMs: slowestMs * 1.5, chains: involved })
  // Blocks that arrived during the tick did not wake this execution.
  heads.renew(
    involved.filter((chainId) => heads.seen(chainId) !== snapshots.get(chainId)?.headBlock),
  )
}

async function finishExecution(
  { storage, memory }: WorkerContext,
  { plan, token: { fence } }: ExecutionTick,
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
  const call = row.call === null ? undefined : checksumAddresses(QuotedCall.parse(row.call))
  const plan = parseExecutionPlan(checksumAddresses(parseStoredQuote(row.quote)), {
    network,
    chains,
    call,
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

/**
 * Calls `work` for every item in order, `concurrency` at a time. A failing item does not stop the
 * others.
 *
 * @throws The first error, once all items were tried.
 */
export async function forEachConcurrent<Item>(
  items: readonly Item[],
  { concurrency, work }: { concurrency: number; work: (item: Item) => Promise<void> },
): Promise<void> {
  const left = items.values()
  const failures: unknown[] = []
  async function run(): Promise<void> {
    // All runs share one iterator, so each takes the next item.
    for (const item of left) await work(item).catch((error: unknown) => failures.push(error))
  }
  await Promise.all(Array.from({ length: concurrency }, run))
  if (failures.length > 0) throw failures[0]
}
