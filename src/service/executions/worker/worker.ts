import { randomUUID } from 'node:crypto'

import { findChainUnavailableError } from '#chains/rpc/ChainUnavailableError.ts'
import type { Network } from '#networks/network.ts'
import type { Storage } from '../../storage/database.ts'
import {
  claimExecutions,
  countLive,
  type ExecutionRow,
  FenceLostError,
  renewLeases,
  scheduleExecution,
} from '../../storage/executions/executionRows.ts'
import { advanceExecution, type WorkerContext, type FenceToken } from './advanceExecution.ts'
import type { Repricing } from '../../quotes/pricing/repricing.ts'
import type { OnFailpoint } from '../plan/failpoint.ts'
import type { SponsorLimits } from '../sponsorship/checkSponsorship.ts'
import { guardSessions } from '../guards/guardSessions.ts'
import { createBlockWatcher } from '../schedule/blockWatcher.ts'
import type { SettlementChains } from '../plan/executionPlan.ts'
import type { WorkerMemory } from '../transactions/memory.ts'
import { reconcileNonces } from '../transactions/reconcileNonces.ts'
import { createCondition, type Condition } from '../schedule/condition.ts'

/** Carries executions out. Any number may run on one database. */
export type Worker = {
  /** Reconciles with the chains, then works until stopped. */
  start: () => Promise<void>
  /** Ends after what is in hand, for good. */
  stop: () => Promise<void>
  /** Looks for work now: something was just accepted. */
  wake: () => void
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
  onFailpoint?: OnFailpoint
}

/** Executions in hand at once. */
const maxClaimed = 32
const idlePollMs = 250
const busyPollMs = 100
const reconcileEveryMs = 15_000
/** Longest pause after failures, milliseconds: what fails again and again is left aside. */
const maxBackoffMs = 60_000
/** How often leases are renewed, and for how long after a claim: then others may have it too. */
const renewEveryMs = 2_000
const maxClaimedMs = 60_000

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
type ClaimedExecutions = Map<ExecutionRow, { work: Promise<void>; sinceMs: number }>

/** Makes a worker. Nothing happens before `start`. */
export function createWorker(options: WorkerOptions): Worker {
  const { onError = ignore, onFailpoint = ignore } = options
  const claimed: ClaimedExecutions = new Map()
  const state: WorkerState = {
    isStopped: false,
    live: 0,
    reconciledMs: performance.now(),
    roundMs: performance.now(),
    loop: Promise.resolve(),
    renewing: Promise.resolve(),
  }
  const owner = randomUUID()
  const isOver = createCondition()
  const heads = createBlockWatcher(options.chains, {
    isBusy: () => state.live > 0 || claimed.size > 0,
    onError: (error) => onError(error, {}),
  })
  const memory: WorkerContext['memory'] = {
    sentMs: new Map(),
    broadcastErrors: new Map(),
    lostAskedMs: new Map(),
    askedMs: new Map(),
    reportedFees: new Set(),
    reportedWaits: new Set(),
    dropped: new Set(),
    plans: new Map(),
  }
  const chains = guardSessions(options.chains, options.storage)
  const parts: WorkerContext = { ...options, chains, onFailpoint, onError, heads, memory }
  return {
    async start() {
      await reconcileAll(options, memory)
      heads.start()
      const services = { parts, state, claimed, owner }
      state.loop = runLoop({ ...options, onError }, services)
      state.renewing = renewClaims({ ...options, onError }, { ...services, isOver })
    },
    async stop() {
      state.isStopped = true
      heads.wake()
      await state.loop
      await Promise.all([...claimed.values()].map(({ work }) => work))
      isOver.end()
      await state.renewing
      await heads.stop()
    },
    wake() {
      state.live = Math.max(state.live, 1)
      heads.wake()
    },
    sinceRoundMs: () => performance.now() - state.roundMs,
  }
}

type RunOptions = WorkerOptions & { onError: NonNullable<WorkerOptions['onError']> }
type WorkerLoop = {
  parts: WorkerContext
  state: WorkerState
  claimed: ClaimedExecutions
  owner: string
}

async function runLoop(options: RunOptions, services: WorkerLoop): Promise<void> {
  const { state, parts } = services
  while (!state.isStopped) {
    state.roundMs = performance.now()
    try {
      await claimWork(options, services)
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
  { storage, onError }: RunOptions,
  { owner, parts, state, claimed }: WorkerLoop,
): Promise<void> {
  const isIdle = state.live === 0 && claimed.size === 0
  const chains = await parts.heads.moved(isIdle ? idlePollMs : busyPollMs)
  const limit = maxClaimed - claimed.size
  if (limit <= 0 || state.isStopped) return
  const newlyClaimed = await claimExecutions(storage, { owner, limit, chains })
  for (const row of newlyClaimed) {
    const work = handleExecution(parts, { row, onError }).finally(() => claimed.delete(row))
    claimed.set(row, { work, sinceMs: performance.now() })
  }
  state.live = newlyClaimed.length > 0 ? newlyClaimed.length : await countLive(storage)
}

/**
 * Keeps what is in hand while chains take their time to answer: taken by another worker (or by this one
 * again) in the middle of its turn, it would lose what that came to, every time.
 */
async function renewClaims(
  { storage, onError }: RunOptions,
  { state, claimed, owner, isOver }: WorkerLoop & { isOver: Condition },
): Promise<void> {
  while (!state.isStopped || claimed.size > 0) {
    await isOver.wait(renewEveryMs)
    const since = performance.now() - maxClaimedMs
    const kept = [...claimed].filter(([, { sinceMs }]) => sinceMs > since)
    const quoteIds = kept.map(([{ quoteId }]) => quoteId)
    if (quoteIds.length === 0) continue
    await renewLeases(storage, { owner, quoteIds }).catch((error: unknown) => onError(error, {}))
  }
}

async function handleExecution(
  parts: WorkerContext,
  { row, onError }: { row: ExecutionRow; onError: RunOptions['onError'] },
): Promise<void> {
  const hold: FenceToken = { fence: row }
  try {
    await advanceExecution(parts, { row, hold })
  } catch (error) {
    // Another worker has it: what was decided here is void.
    if (error instanceof FenceLostError) return
    onError(error, { quoteId: row.quoteId })
    const isChainDown = findChainUnavailableError(error) !== undefined
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
      reconcileNonces(storage, { chain, memory }).catch((error: unknown) => onError(error, {})),
    ),
  )
}

function ignore(): void {
  // Composition gives a listener where somebody listens.
}
