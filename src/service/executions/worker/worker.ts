import { randomUUID } from 'node:crypto'

import { chainUnavailableIn } from '#chains/rpc/ChainUnavailable.ts'
import type { Network } from '#networks/network.ts'
import type { Storage } from '../../storage/database.ts'
import {
  claimExecutions,
  countLive,
  type ExecutionRow,
  FenceLost,
  renewLeases,
  scheduleExecution,
} from '../../storage/executions/executionRows.ts'
import { advanceExecution, type AdvanceParts, type Hold } from './advanceExecution.ts'
import type { Repricing } from '../../quotes/pricing/repricing.ts'
import type { OnBoundary } from '../plan/boundary.ts'
import type { SponsorLimits } from '../sponsorship/checkSponsorship.ts'
import { guardSessions } from '../guards/guardSessions.ts'
import { createHeadWatch } from '../schedule/headWatch.ts'
import type { SettlementChains } from '../plan/plan.ts'
import type { WorkerMemory } from '../transactions/memory.ts'
import { reconcile } from '../transactions/reconcile.ts'
import { createSignal, type Signal } from '../schedule/signal.ts'

/** Carries executions out. Any number may run on one database. */
export type Worker = {
  /** Reconciles with the chains, then works until stopped. */
  start: () => Promise<void>
  /** Ends after what is in hand, for good. */
  stop: () => Promise<void>
  /** Looks for work now: something was just accepted. */
  nudge: () => void
  /** Milliseconds since its loop last came round. */
  sinceRoundMs: () => number
}

/** What a worker is made of. */
export type WorkerOptions = {
  storage: Storage
  network: Network
  /** With keys: see `createEvmSettlement`. */
  chains: SettlementChains
  /** Operations that could cost more than this are not sent. */
  sponsorLimits: SponsorLimits
  /** Holds what is to be delivered against the prices of this moment. */
  repricing: Pick<Repricing, 'shortBps'>
  /** Hears of failures that are retried. */
  onError?: (error: unknown, about: { quoteId?: string }) => void
  onBoundary?: OnBoundary
}

/** Executions in hand at once. */
const maxInHand = 32
const idlePollMs = 250
const busyPollMs = 100
const reconcileEveryMs = 15_000
/** Longest pause after failures, milliseconds: what fails again and again is left aside. */
const maxBackoffMs = 60_000
/** How often leases are renewed, and for how long after a claim: then others may have it too. */
const renewEveryMs = 2_000
const maxInHandMs = 60_000

/** What changes while a worker runs. */
type WorkerState = {
  isStopped: boolean
  /** Executions that wait for something, as far as known. */
  live: number
  reconciledMs: number
  roundMs: number
  loop: Promise<void>
  renewing: Promise<void>
}

/** What is worked on now, by claim: the same execution may be claimed again. */
type InHand = Map<ExecutionRow, { work: Promise<void>; sinceMs: number }>

/** Makes a worker. Nothing happens before `start`. */
export function createWorker(options: WorkerOptions): Worker {
  const { onError = ignore, onBoundary = ignore } = options
  const inHand: InHand = new Map()
  const state: WorkerState = {
    isStopped: false,
    live: 0,
    reconciledMs: performance.now(),
    roundMs: performance.now(),
    loop: Promise.resolve(),
    renewing: Promise.resolve(),
  }
  const owner = randomUUID()
  const isOver = createSignal()
  const heads = createHeadWatch(options.chains, {
    isBusy: () => state.live > 0 || inHand.size > 0,
    onError: (error) => onError(error, {}),
  })
  const memory: AdvanceParts['memory'] = {
    sentMs: new Map(),
    refusals: new Map(),
    lostAskedMs: new Map(),
    askedMs: new Map(),
    feesTold: new Set(),
    waitsTold: new Set(),
    dropped: new Set(),
    plans: new Map(),
  }
  const chains = guardSessions(options.chains, options.storage)
  const parts: AdvanceParts = { ...options, chains, onBoundary, onError, heads, memory }
  return {
    async start() {
      await reconcileAll(options, memory)
      heads.start()
      const desk = { parts, state, inHand, owner }
      state.loop = loop({ ...options, onError }, desk)
      state.renewing = renew({ ...options, onError }, { ...desk, isOver })
    },
    async stop() {
      state.isStopped = true
      heads.wake()
      await state.loop
      await Promise.all([...inHand.values()].map(({ work }) => work))
      isOver.end()
      await state.renewing
      await heads.stop()
    },
    nudge() {
      state.live = Math.max(state.live, 1)
      heads.wake()
    },
    sinceRoundMs: () => performance.now() - state.roundMs,
  }
}

type Options = WorkerOptions & { onError: NonNullable<WorkerOptions['onError']> }
type Desk = { parts: AdvanceParts; state: WorkerState; inHand: InHand; owner: string }

async function loop(options: Options, desk: Desk): Promise<void> {
  const { state, parts } = desk
  while (!state.isStopped) {
    state.roundMs = performance.now()
    try {
      await claimWork(options, desk)
      if (state.live === 0 || performance.now() - state.reconciledMs < reconcileEveryMs) continue
      state.reconciledMs = performance.now()
      await reconcileAll(options, parts.memory)
    } catch (error) {
      // The database does not answer: nothing is decided until it does.
      options.onError(error, {})
      await parts.heads.moved(idlePollMs)
    }
  }
}

async function claimWork(
  { storage, onError }: Options,
  { owner, parts, state, inHand }: Desk,
): Promise<void> {
  const isIdle = state.live === 0 && inHand.size === 0
  const chains = await parts.heads.moved(isIdle ? idlePollMs : busyPollMs)
  const limit = maxInHand - inHand.size
  if (limit <= 0 || state.isStopped) return
  const claimed = await claimExecutions(storage, { owner, limit, chains })
  for (const row of claimed) {
    const work = handle(parts, { row, onError }).finally(() => inHand.delete(row))
    inHand.set(row, { work, sinceMs: performance.now() })
  }
  state.live = claimed.length > 0 ? claimed.length : await countLive(storage)
}

/**
 * Keeps what is in hand while chains take their time to answer: taken by another worker (or by this one
 * again) in the middle of its turn, it would lose what that came to, every time.
 */
async function renew(
  { storage, onError }: Options,
  { state, inHand, owner, isOver }: Desk & { isOver: Signal },
): Promise<void> {
  while (!state.isStopped || inHand.size > 0) {
    await isOver.wait(renewEveryMs)
    const since = performance.now() - maxInHandMs
    const kept = [...inHand].filter(([, { sinceMs }]) => sinceMs > since)
    const quoteIds = kept.map(([{ quoteId }]) => quoteId)
    if (quoteIds.length === 0) continue
    await renewLeases(storage, { owner, quoteIds }).catch((error: unknown) => onError(error, {}))
  }
}

async function handle(
  parts: AdvanceParts,
  { row, onError }: { row: ExecutionRow; onError: Options['onError'] },
): Promise<void> {
  const hold: Hold = { fence: row }
  try {
    await advanceExecution(parts, { row, hold })
  } catch (error) {
    // Another worker has it: what was decided here is void.
    if (error instanceof FenceLost) return
    onError(error, { quoteId: row.quoteId })
    const isChainDown = chainUnavailableIn(error) !== undefined
    const delayMs = isChainDown
      ? 500
      : Math.min(maxBackoffMs, 100 * 2 ** Math.min(row.attempts, 10))
    await scheduleExecution(parts.storage, {
      fence: hold.fence,
      delayMs,
      chains: [],
      failed: !isChainDown,
    }).catch((failure: unknown) => onError(failure, { quoteId: row.quoteId }))
  }
}

/** A chain that does not answer now is reconciled in a later round. */
async function reconcileAll(
  { storage, chains, onError = ignore }: WorkerOptions,
  memory: WorkerMemory,
): Promise<void> {
  await Promise.all(
    [...chains.values()].map((chain) =>
      reconcile(storage, { chain, memory }).catch((error: unknown) => onError(error, {})),
    ),
  )
}

function ignore(): void {
  // Composition gives a listener where somebody listens.
}
