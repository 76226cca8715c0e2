import { setTimeout as wait } from 'node:timers/promises'

import type { Network } from '#networks/network.ts'
import { QuotedCall } from '#protocol/quotes/preparedTerms.ts'
import { addressKey } from '#protocol/accounts/account.ts'
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
import { signersOf } from '../state/agreement.ts'
import type { Repricing } from '../../quotes/pricing/repricing.ts'
import { withChecksums } from '../../repeatSpelling.ts'
import type { OnBoundary } from '../plan/boundary.ts'
import type { SponsorLimits } from '../sponsorship/checkSponsorship.ts'
import { countUnpaidGas } from '../sponsorship/countUnpaidGas.ts'
import type { Facts } from '../state/facts.ts'
import { chainsOf, factsOf, readViews, type Views } from '../state/gatherFacts.ts'
import type { HeadWatch } from '../schedule/headWatch.ts'
import { inLanes } from '../schedule/inLanes.ts'
import { parseStoredQuote } from '../plan/parseStoredQuote.ts'
import type { WorkerMemory } from '../transactions/memory.ts'
import { PaidUndelivered } from '../transactions/PaidUndelivered.ts'
import { performEffect } from './performEffect.ts'
import { type Plan, type SettlementChains, settlementOf } from '../plan/plan.ts'
import { planOf } from '../plan/planOf.ts'
import { settleSteps } from '../transactions/settleSteps.ts'
import { noteLeftovers } from '../jobs/rentDuty.ts'
import {
  type Decision,
  paidOutUndelivered,
  type Phase,
  phases,
  type State,
  step,
} from '../state/step.ts'

/** What advancing needs; one value for the life of a worker. */
export type AdvanceParts = {
  storage: Storage
  network: Network
  chains: SettlementChains
  heads: HeadWatch
  sponsorLimits: SponsorLimits
  /** Holds what is to be delivered against the prices of this moment. */
  repricing: Pick<Repricing, 'shortBps'>
  memory: WorkerMemory & { plans: Map<string, Plan> }
  /** Hears what somebody should look at. */
  onError: (error: unknown, about: { quoteId?: string }) => void
  onBoundary: OnBoundary
}

/** The fence as it moves with each write, also when a later write fails. */
export type Hold = { fence: Fence }

/** How long a step that waits for the attestor only stays in hand. */
const attestationWaitMs = 400
const attestationPollMs = 10
/** Effects of one execution at a time: each holds a connection to the database that others need. */
const maxAtOnce = 6
/** Steps in a row before others get their turn. */
const maxRounds = 6

/**
 * Takes a claimed execution as far as it goes now, then says when to look again.
 *
 * @throws FenceLost when another worker took it; ChainUnavailable, or what the database throws.
 */
export async function advanceExecution(
  parts: AdvanceParts,
  { row, hold }: { row: ExecutionRow; hold: Hold },
): Promise<void> {
  const plan = cachedPlan(parts, row)
  let state: State = { phase: phaseOf(row), status: row.status, failReason: row.failReason }
  for (let round = 1; ; round++) {
    const turn = await takeTurn(parts, { plan, row, state, hold })
    state = turn.decision.state
    const { fence } = hold
    if (state.phase === 'done') return finish(parts, { plan, fence })
    const awaited = attestationsAwaited(plan, turn)
    const isAttested =
      awaited.length > 0 &&
      round < maxRounds &&
      (await anyAttested(parts.storage, { awaited, known: turn.attestations }))
    if (!isAttested) return reschedule(parts, { plan, fence, views: turn.views })
  }
}

type Turn = {
  decision: Decision
  views: Views
  attestations: readonly AttestationRow[]
}

/** Looks, decides, stores, does. */
async function takeTurn(
  parts: AdvanceParts,
  options: { plan: Plan; row: ExecutionRow; state: State; hold: Hold },
): Promise<Turn> {
  const { storage } = parts
  const { plan, row, state, hold } = options
  const [stored, attestations] = await Promise.all([
    findSteps(storage, plan.quoteId),
    findAttestations(storage, orderHashesOf(plan)),
  ])
  const views = await readViews(plan, { ...parts, attestors: signersOf(attestations) })
  await tellDropped(parts, { plan, views, attestations })
  const isNew = await settleSteps(storage, { ...parts, ...row, ...stored, plan, views })
  const known = isNew ? await findSteps(storage, plan.quoteId) : stored
  const facts = factsOf(plan, { chains: parts.chains, views, attestations, steps: known.steps })
  const decision = step(state, facts)
  const change = { plan, fence: hold.fence, state, decision, facts }
  const fence = (hold.fence = await store(parts, change))
  await inLanes(decision.effects, {
    lanes: maxAtOnce,
    work: (effect) =>
      performEffect(storage, effect, {
        ...parts,
        ...known,
        views,
        plan,
        fence,
        quote: row.quote,
        call: row.call,
        attestations,
      }),
  })
  return { decision, views, attestations }
}

/**
 * Tells of attestations that count no more, once each: whoever signed them was shut off or replaced.
 * What the escrow would refuse is not sent; others are asked. Source: security rule 8.
 */
async function tellDropped(
  { storage, memory, onError }: AdvanceParts,
  options: { plan: Plan; views: Views; attestations: readonly AttestationRow[] },
): Promise<void> {
  const { plan, views, attestations } = options
  for (const { orderHash, chainId } of plan.legs) {
    const counting = views.get(chainId)?.state.attestors.map(addressKey) ?? []
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
  { storage, chains, onBoundary, onError }: AdvanceParts,
  options: { plan: Plan; fence: Fence; state: State; decision: Decision; facts: Facts },
): Promise<Fence> {
  const { plan, fence, state, decision, facts } = options
  const next = decision.state
  if (next.phase === state.phase && next.status === state.status) return fence
  await onBoundary('before store state', next.phase, { plan })
  const change = {
    ...next,
    legStates: facts.legs.map(({ escrow, outcome }, leg) => ({
      leg,
      state: escrow === 'absent' ? outcome : escrow,
    })),
  }
  const { quoteId } = plan
  const owed = paidOutUndelivered(next, facts).flatMap((leg) => plan.legs[leg]?.orderHash ?? [])
  const held = await storage.transaction(async (database) => {
    const written = await updateExecution(database, { fence, change })
    if (next.phase === 'done') {
      const account = plan.legs[0]?.sender
      const keptOn = plan.legs.flatMap(({ chainId }, leg) =>
        facts.legs[leg]?.escrow === 'held' && settlementOf(chains, chainId).reclaim
          ? [chainId]
          : [],
      )
      await countUnpaidGas(database, { quoteId, account, status: next.status, keptOn })
      await endReservations(database, fence.quoteId)
      await noteLeftovers(database, plan, chains)
      await endSponsoring(database, fence.quoteId)
    }
    for (const orderHash of owed)
      await recordEvent(database, { quoteId, kind: 'paid out undelivered', detail: { orderHash } })
    return written
  })
  for (const orderHash of owed) onError(new PaidUndelivered(orderHash), { quoteId })
  await onBoundary('after store state', next.phase, { plan })
  return held
}

/** Legs that only wait for the attestor's word. */
function attestationsAwaited(plan: Plan, { decision }: Turn): readonly string[] {
  const { phase } = decision.state
  if (phase !== 'releasing' && phase !== 'refunding') return []
  return decision.effects.flatMap((effect) => {
    const orderHash = effect.kind === 'attest' ? plan.legs[effect.leg]?.orderHash : undefined
    return orderHash ? [orderHash] : []
  })
}

/** Waits a little until one of these is attested, or attested anew. */
async function anyAttested(
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

async function reschedule(
  { storage, heads, chains }: AdvanceParts,
  { plan, fence, views }: { plan: Plan; fence: Fence; views: Views },
): Promise<void> {
  const involved = chainsOf(plan)
  const slowestMs = Math.max(...involved.map((id) => settlementOf(chains, id).blockMs))
  await scheduleExecution(storage, { fence, delayMs: slowestMs * 1.5, chains: involved })
  // Blocks that came while this one was in hand woke nobody for it.
  heads.renew(involved.filter((chainId) => heads.seen(chainId) !== views.get(chainId)?.headBlock))
}

async function finish(
  { storage, memory }: AdvanceParts,
  { plan, fence }: { plan: Plan; fence: Fence },
): Promise<void> {
  await scheduleExecution(storage, { fence, delayMs: 0, chains: [] })
  memory.plans.delete(plan.quoteId)
}

function cachedPlan({ memory, network, chains }: AdvanceParts, row: ExecutionRow): Plan {
  const known = memory.plans.get(row.quoteId)
  if (known) return known
  const call = row.call === null ? {} : { call: withChecksums(QuotedCall.parse(row.call)) }
  const plan = planOf(withChecksums(parseStoredQuote(row.quote)), { network, chains, ...call })
  memory.plans.set(row.quoteId, plan)
  return plan
}

function orderHashesOf(plan: Plan): readonly string[] {
  return plan.legs.flatMap(({ orderHash }) => (orderHash ? [orderHash] : []))
}

function phaseOf(row: ExecutionRow): Phase {
  const phase = phases.find((name) => name === row.phase)
  if (!phase) throw new Error(`Execution ${row.quoteId} is in an unknown phase: ${row.phase}.`)
  return phase
}
