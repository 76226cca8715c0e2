import type { ChildProcess } from 'node:child_process'

import { endProcess, isRunning } from './launchAnvil.ts'
import { lockState, unlockState, takeOver } from './nodeLock.ts'

/** A node's process, the port it listens on, and what else runs for it. */
export type NodeRun = {
  child: ChildProcess
  port: number
  /** Stops what runs beside the process; called when that ended or is about to. */
  stop?(): void
}

/** What is watched over. */
export type SupervisionOptions = {
  /** What the chain is called, for messages. */
  name: string
  /** Port on 127.0.0.1; 0 lets the system choose one, which is kept. */
  port: number
  /** File that keeps the chain; only one node may use it. */
  stateFile: string
  /** Starts the node's process on a port. */
  run(port: number): Promise<NodeRun>
  /** Told in one sentence when the node died and was started again, or could not be. */
  onWarning: (sentence: string) => void
}

/** A running local node that is started again when it dies. */
export type SupervisedNode = {
  port: number
  /** The process that runs now; undefined while there is none. */
  pid(): number | undefined
  /** Ends the node's process without giving it up; requests fail until `resume`. */
  pause(): Promise<void>
  /** Starts a paused node again on the same port, with the chain as it was. */
  resume(): Promise<void>
  /** Ends the node for good; its state is written. */
  stop(): Promise<void>
}

/** A node that died is started again after this; one that keeps dying young is given up. */
const restartMs = 200
const maxEarlyExits = 3
const stableMs = 10_000

/**
 * Starts a local node and watches over it.
 *
 * @returns Once the node answers.
 * @throws Error in one sentence: what `run` throws, or the same devnet runs already.
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

  /** A process that is just being started again is waited for: it would outlive this otherwise. */
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
