import type { ChildProcess } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { endProcess, isRunning } from './launchAnvil.ts'
import { lockState, unlockState, takeOver } from './nodeLock.ts'

/** A node's process, its port, and what runs beside it. */
export type NodeRun = {
  child: ChildProcess
  port: number
  /** Stops what runs beside the process; called when that ended or is about to. */
  stop?(): void
}

/** Options of a supervised node. */
export type SupervisionOptions = {
  /** Name of the chain, for messages. */
  name: string
  /** Port on 127.0.0.1; 0 lets the system choose one, which is then kept. */
  port: number
  /** File that keeps the chain; only one node may use it. */
  stateFile: string
  /** Starts the node's process on a port. */
  run(port: number): Promise<NodeRun>
  /** Called with one sentence when the node died and was restarted, or could not be. */
  onWarning: (sentence: string) => void
}

/** A running local node that is restarted when it dies. */
export type SupervisedNode = {
  port: number
  /** The current process; undefined while there is none. */
  pid(): number | undefined
  /** Stops the node's process until `resume`; requests fail meanwhile. */
  pause(): Promise<void>
  /**
   * Restarts a paused node on the same port with the same chain; if it cannot be started yet, such as
   * because its port was taken, that is tried on after this has returned.
   */
  resume(): Promise<void>
  /** Stops the node for good; its state is written. */
  stop(): Promise<void>
}

/** Delay before restarting a dead node; one that keeps dying soon after its start is given up. */
const restartMs = 200
const maxEarlyExits = 3
const stableMs = 10_000
/** Longest delay between attempts to start a node again, while another program has its port. */
const longestRestartMs = 5_000

/**
 * Starts a local node and supervises it.
 *
 * @returns Once the node answers.
 * @throws Error in one sentence: what `run` throws, or the same devnet is already running.
 */
export async function superviseNode(options: SupervisionOptions): Promise<SupervisedNode> {
  const { name, stateFile, onWarning } = options
  await takeOver(stateFile)
  let current = await run(options.port)
  let isWanted = true
  let youngDeaths = 0
  let revival: Promise<void> | undefined
  let halting = new AbortController()
  watch()

  async function run(wantedPort: number): Promise<NodeRun> {
    return keepLocked(await options.run(wantedPort), stateFile)
  }

  function watch(): void {
    const bornMs = performance.now()
    current.child.once('exit', () => {
      current.stop?.()
      if (!isWanted) return
      youngDeaths = performance.now() - bornMs < stableMs ? youngDeaths + 1 : 0
      if (youngDeaths > maxEarlyExits) {
        onWarning(`The node of ${name} keeps dying and stays down.`)
        return
      }
      onWarning(`The node of ${name} died and is started again.`)
      revival = pauseFor(restartMs, halting.signal).then(() => revive(halting.signal))
    })
  }

  async function revive(signal: AbortSignal, onFailure?: () => void): Promise<void> {
    const options = { signal, onWarning, onFailure }
    const started = await startPatiently(() => run(current.port), options)
    if (!started) return
    current = started
    if (isWanted) watch()
  }

  /** Waits for a restart in progress: its process would outlive this one otherwise. */
  async function halt(): Promise<void> {
    isWanted = false
    halting.abort()
    await revival
    current.stop?.()
    await endProcess(current.child)
  }

  return {
    port: current.port,
    pid: () => (isRunning(current.child) ? current.child.pid : undefined),
    pause: halt,
    async resume() {
      if (isWanted) return
      isWanted = true
      halting = new AbortController()
      await new Promise<void>((resolve) => {
        revival = revive(halting.signal, resolve).finally(resolve)
      })
    },
    async stop() {
      await halt()
      unlockState(stateFile)
    },
  }
}

/** Notes that a process uses the state; one that cannot be noted is ended, as nobody would find it. */
async function keepLocked(started: NodeRun, stateFile: string): Promise<NodeRun> {
  try {
    if (started.child.pid !== undefined) lockState(stateFile, started.child.pid)
    return started
  } catch (error) {
    started.stop?.()
    await endProcess(started.child)
    throw error
  }
}

/**
 * Starts a process as often as it takes: while the node was down, its port may have been taken.
 *
 * @returns Undefined when the node is no longer wanted.
 */
async function startPatiently(
  start: () => Promise<NodeRun>,
  of: {
    signal: AbortSignal
    onWarning: (sentence: string) => void
    /** Called after each attempt that failed. */
    onFailure: (() => void) | undefined
  },
): Promise<NodeRun | undefined> {
  const { signal, onWarning, onFailure } = of
  let said: string | undefined
  for (let nextMs = restartMs; !signal.aborted; nextMs = Math.min(2 * nextMs, longestRestartMs)) {
    try {
      // One process at a time: each has the same port.
      // oxlint-disable-next-line no-await-in-loop
      return await start()
    } catch (error) {
      const sentence = error instanceof Error ? error.message : String(error)
      if (sentence !== said) onWarning(sentence)
      said = sentence
      onFailure?.()
    }
    // As above.
    // oxlint-disable-next-line no-await-in-loop
    await pauseFor(nextMs, signal)
  }
  return undefined
}

/** Waits, but not longer than the node is wanted. */
async function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal }).catch(() => undefined)
}

/**
 * Runs the start-up work of a node. Stops the node when the work fails, and at once when the signal
 * fires, which makes the work fail.
 *
 * @throws What the work throws, or the signal's reason; the node has been stopped.
 */
export async function runAbortable<Made>(
  node: { stop(): Promise<void> },
  { signal, work }: { signal: AbortSignal | undefined; work: () => Promise<Made> },
): Promise<Made> {
  let ending: Promise<void> | undefined
  function end(): void {
    ending ??= node.stop()
  }
  signal?.addEventListener('abort', end, { once: true })
  try {
    signal?.throwIfAborted()
    return await work()
  } catch (error) {
    end()
    await ending
    signal?.throwIfAborted()
    throw error
  } finally {
    signal?.removeEventListener('abort', end)
  }
}
