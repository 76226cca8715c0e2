import { holdState, releaseState, takeOver } from './nodeLock.ts'
import { keepState } from './keepState.ts'
import {
  type AnvilOptions,
  type AnvilRun,
  endProcess,
  isRunning,
  launchAnvil,
  unreadable,
} from './launchAnvil.ts'
import { paceBlocks, type Stop } from './paceBlocks.ts'

/** How a local node runs and who hears of its troubles. */
export type NodeOptions = AnvilOptions & {
  /** Time between two blocks. */
  blockMs: number
  /** How far the blocks lie behind whole multiples of `blockMs` on the clock. */
  offsetMs: number
  /** Told in one sentence when the node died and was started again, or could not be. */
  onTrouble: (sentence: string) => void
}

/** A running local node that is started again when it dies. */
export type LocalNode = {
  name: string
  chainNumber: number
  rpcUrl: string
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
const maxYoungDeaths = 3
const adultMs = 10_000

/**
 * Starts a local node that mines at a steady pace, and watches over it.
 *
 * @returns Once the node answers.
 * @throws Error in one sentence: the port is in use, the program is missing, the state cannot be
 *   read, the same devnet runs already.
 */
export async function startNode(options: NodeOptions): Promise<LocalNode> {
  const { name, chainNumber, stateFile, onTrouble } = options
  await takeOver(stateFile)
  let current = await run(options)
  const { port } = current.anvil
  let isWanted = true
  let youngDeaths = 0
  let restart: NodeJS.Timeout | undefined
  watch()

  function watch(): void {
    const bornMs = performance.now()
    current.anvil.child.once('exit', () => {
      current.stopBlocks()
      if (!isWanted) return
      youngDeaths = performance.now() - bornMs < adultMs ? youngDeaths + 1 : 0
      if (youngDeaths > maxYoungDeaths) {
        onTrouble(`The node of ${name} keeps dying and stays down.`)
        return
      }
      onTrouble(`The node of ${name} died and is started again.`)
      restart = setTimeout(() => void revive(), restartMs)
    })
  }

  async function revive(): Promise<void> {
    try {
      current = await run({ ...options, port })
    } catch (error) {
      onTrouble(error instanceof Error ? error.message : String(error))
      return
    }
    if (isWanted) watch()
    else await halt()
  }

  async function halt(): Promise<void> {
    isWanted = false
    clearTimeout(restart)
    current.stopBlocks()
    await endProcess(current.anvil.child)
  }

  return {
    name,
    chainNumber,
    rpcUrl: `http://127.0.0.1:${port}`,
    pid: () => (isRunning(current.anvil.child) ? current.anvil.child.pid : undefined),
    pause: halt,
    async resume() {
      if (isWanted) return
      isWanted = true
      await revive()
    },
    async stop() {
      await halt()
      releaseState(stateFile)
    },
  }
}

/** Whether an earlier state had to take the place of a torn one. */
function putInOrder(stateFile: string, name: string): boolean {
  try {
    return keepState(stateFile)
  } catch (cause) {
    throw new Error(unreadable(name, stateFile), { cause })
  }
}

type Run = { anvil: AnvilRun; stopBlocks: Stop }

async function run(options: NodeOptions): Promise<Run> {
  const { stateFile, name, blockMs, offsetMs } = options
  if (putInOrder(stateFile, name))
    options.onTrouble(`The state of ${name} was torn; the chain goes on from an earlier block.`)
  const anvil = await launchAnvil(options)
  if (anvil.child.pid !== undefined) holdState(stateFile, anvil.child.pid)
  const stopBlocks = paceBlocks(`http://127.0.0.1:${anvil.port}`, { blockMs, offsetMs })
  return { anvil, stopBlocks }
}
