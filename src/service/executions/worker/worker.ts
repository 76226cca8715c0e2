import { randomUUID } from 'node:crypto'
import { findChainUnavailableError } from '#chains/rpc/ChainUnavailableError.ts'
import type { Network } from '#networks/network.ts'
import type { Storage } from '../../storage/database.ts'
import {
  claimExecutions,
  countLive,
  type ExecutionError,
  type ExecutionRow,
  FenceLostError,
  renewLeases,
  scheduleExecution,
} from '../../storage/executions/executionRows.ts'
import { advanceExecution } from './advanceExecution.ts'
import type { Valuation } from '../../prices/valuation.ts'
import type { Repricing } from '../../quotes/pricing/repricing.ts'
import type { OnFailpoint } from '../plan/failpoint.ts'
import type { SponsorLimits } from '../sponsorship/checkSponsorship.ts'
import { guardSessions } from '../guards/guardSessions.ts'
import { createBlockWatcher } from '../schedule/blockWatcher.ts'
import type { SettlementChains } from '../plan/executionPlan.ts'
import { createWorkerMemory } from '../transactions/transactionContext.ts'
import { reconcileNonces } from '../transactions/reconcileNonces.ts'
import { createCondition, type Condition } from '../schedule/periodicJob.ts'
import type { FenceToken } from '../state/executionTick.ts'
import type { WorkerContext } from './workerContext.ts'

/** Carries out executions. Any number of workers may share a database. */
export type Worker = {
  /** Reconciles with the chains, then works until stopped. */
  start: () => Promise<void>
  /** Stops for good once the claimed executions are done. */
  stop: () => Promise<void>
  /** Looks for work now, as an execution was just accepted. */
  wake: () => void
  /** Milliseconds since the last round began. */
  sinceRoundMs: () => number
}

/** Options of {@link createWorker}. */
export type WorkerOptions = {
  storage: Storage
  network: Network
  /** With keys: see `createEvmSettlement`. */
  chains: SettlementChains
  /** Operations that could lose more sponsored gas than this are not sent. */
  sponsorLimits: SponsorLimits
  /** Compares what is to be delivered with current prices. */
  repricing: Pick<Repricing, 'shortBps'>
  /** Values what calls take that limited session keys signed. */
  valuation: Valuation
  /** Removes secrets, such as a provider's key, from what is stored of an error. */
  hideSecrets?: (text: string) => string
  /** Called with errors that are retried, and errors an operator should look at. */
  onError?: (error: unknown, about: { quoteId?: string }) => void
  onFailpoint?: OnFailpoint
}

const maxClaimed = 32
const idlePollMs = 250
const busyPollMs = 100
const reconcileEveryMs = 15_000
/** Longest pause of an execution that keeps failing, milliseconds. */
const maxBackoffMs = 60_000
/** How often leases are renewed, and for how long after a claim. */
const renewEveryMs = 2_000
const maxClaimedMs = 60_000

type WorkerState = {
  isStopped: boolean
  /** Number of live executions, as last counted. */
  live: number
  reconciledMs: number
  roundMs: number
  loop: Promise<void>
  renewing: Promise<void>
}

/** The current claims; the same execution may be claimed again meanwhile. */
type ClaimedExecutions = Map<ExecutionRow, { work: Promise<void>; sinceMs: number }>

/** Creates a worker; it does nothing before `start`. */
export function createWorker(options: WorkerOptions): Worker {
  const { onError = ignore, onFailpoint = ignore, hideSecrets = (text) => text } = options
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
  const { storage, network, sponsorLimits, repricing, valuation } = options
  const worker: WorkerContext = {
    storage,
    network,
    chains: guardSessions(options.chains, storage),
    heads,
    sponsorLimits,
    repricing,
    valuation,
    memory: createWorkerMemory(),
    onError,
    onFailpoint,
  }
  const loop: WorkerLoop = { worker, state, claimed, owner, isOver, hideSecrets }
  return {
    async start() {
      await reconcileAll(worker)
      heads.start()
      state.loop = runLoop(loop)
      state.renewing = renewClaims(loop)
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

type WorkerLoop = {
  worker: WorkerContext
  state: WorkerState
  claimed: ClaimedExecutions
  /** Name of this worker in its leases. */
  owner: string
  /** Ends once nothing is claimed any more. */
  isOver: Condition
  hideSecrets: (text: string) => string
}

async function runLoop(loop: WorkerLoop): Promise<void> {
  const { state, worker } = loop
  while (!state.isStopped) {
    state.roundMs = performance.now()
    try {
      await claimWork(loop)
      if (state.live === 0 || performance.now() - state.reconciledMs < reconcileEveryMs) continue
      state.reconciledMs = performance.now()
      await reconcileAll(worker)
    } catch (error) {
      // The database does not answer: nothing is decided until it does.
      worker.onError(error, {})
      await worker.heads.moved(idlePollMs)
    }
  }
}

async function claimWork(loop: WorkerLoop): Promise<void> {
  const { worker, state, claimed, owner } = loop
  const { storage, heads } = worker
  const isIdle = state.live === 0 && claimed.size === 0
  const chains = await heads.moved(isIdle ? idlePollMs : busyPollMs)
  const limit = maxClaimed - claimed.size
  if (limit <= 0 || state.isStopped) return
  const newlyClaimed = await claimExecutions(storage, { owner, limit, chains })
  for (const row of newlyClaimed) {
    const work = handleExecution(loop, row).finally(() => claimed.delete(row))
    claimed.set(row, { work, sinceMs: performance.now() })
  }
  state.live = newlyClaimed.length > 0 ? newlyClaimed.length : await countLive(storage)
}

/**
 * Renews the leases of claimed executions while slow chains are waited for. An execution claimed by
 * another worker (or again by this one) in the middle of a tick would lose that tick's work each
 * time.
 */
async function renewClaims({ worker, state, claimed, owner, isOver }: WorkerLoop): Promise<void> {
  const { storage, onError } = worker
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
  { worker, hideSecrets }: Pick<WorkerLoop, 'worker' | 'hideSecrets'>,
  row: ExecutionRow,
): Promise<void> {
  const { storage, onError } = worker
  const token: FenceToken = { fence: row }
  try {
    await advanceExecution(worker, { row, token })
  } catch (error) {
    // Another worker claimed it, so nothing decided here counts.
    if (error instanceof FenceLostError) return
    onError(error, { quoteId: row.quoteId })
    const isChainDown = findChainUnavailableError(error) !== undefined
    const delayMs = isChainDown
      ? 500
      : Math.min(maxBackoffMs, 100 * 2 ** Math.min(row.attempts, 10))
    await scheduleExecution(storage, {
      fence: token.fence,
      delayMs,
      chains: [],
      failed: !isChainDown,
      error: describeFailure(error, { failed: token.failed, hideSecrets }),
    }).catch((failure: unknown) => onError(failure, { quoteId: row.quoteId }))
  }
}

/** Longest stored reason, characters: errors may contain the whole request. */
const maxReason = 300

/** Returns the step that failed, and what its error says in a line. */
function describeFailure(
  error: unknown,
  { failed, hideSecrets }: Pick<WorkerLoop, 'hideSecrets'> & Pick<FenceToken, 'failed'>,
): ExecutionError {
  const text = error instanceof Error ? error.message || error.name : String(error)
  // Errors of EVM nodes say in a line of their own what the node answered.
  const detail = /^Details: (.+)$/m.exec(text)?.[1]
  const [first = ''] = text.split('\n', 1)
  const said = detail === undefined ? first : `${first} ${detail}`
  const reason = hideSecrets(said).slice(0, maxReason)
  if (!failed) return { reason }
  const action = failed.kind === 'send' ? failed.action : failed.kind
  const attempt = 'attempt' in failed ? failed.attempt : 1
  return { step: { action, leg: failed.leg, attempt }, reason }
}

/** Reconciles every chain's nonces. A chain that does not answer is reconciled in a later round. */
async function reconcileAll({ storage, chains, memory, onError }: WorkerContext): Promise<void> {
  await Promise.all(
    [...chains.values()].map((chain) =>
      reconcileNonces(storage, { chain, memory }).catch((error: unknown) => onError(error, {})),
    ),
  )
}

function ignore(): void {
  // The default for optional callbacks.
}
