import type { ChildProcess } from 'node:child_process'

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
  /** Restarts a paused node on the same port with the same chain. */
  resume(): Promise<void>
  /** Stops the node for good; its state is written. */
  stop(): Promise<void>
}

/** Delay before restarting a dead node; one that keeps dying soon after its start is given up. */
const restartMs = 200
const maxEarlyExits = 3
const stableMs = 10_000

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
  let restart: NodeJS.Timeout | undefined
  let revival: Promise<void> | undefined
  watch()

  async function run(wantedPort: number): Promise<NodeRun> {
    const started = await options.run(wantedPort)
    if (started.child.pid !== undefined) lockState(stateFile, started.child.pid)
    return started
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
      restart = setTimeout(() => {
        revival = revive()
      }, restartMs)
    })
  }

  async function revive(): Promise<void> {
    try {
      current = await run(current.port)
      if (isWanted) watch()
    } catch (error) {
      onWarning(error instanceof Error ? error.message : String(error))
    }
  }

  /** Waits for a restart in progress: its process would outlive this one otherwise. */
  async function halt(): Promise<void> {
    isWanted = false
    clearTimeout(restart)
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
      await revive()
    },
    async stop() {
      await halt()
      unlockState(stateFile)
    },
  }
}
