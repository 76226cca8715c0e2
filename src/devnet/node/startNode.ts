import { snapshotState } from './snapshotState.ts'
import { type AnvilOptions, getHost, launchAnvil } from './launchAnvil.ts'
import { startIntervalMining } from './intervalMining.ts'
import { type NodeRun, type SupervisedNode, superviseNode } from './superviseNode.ts'

/** Options of a local node. */
export type NodeOptions = AnvilOptions & {
  /** Block time. */
  blockMs: number
  /** Offset of the blocks from whole multiples of `blockMs`. */
  offsetMs: number
  /** Called with one sentence when the node died and was restarted, or could not be. */
  onWarning: (sentence: string) => void
}

/** A running local node that is restarted when it dies. */
export type LocalNode = SupervisedNode & {
  name: string
  chainNumber: number
  /** Public URL. */
  rpcUrl: string
  /** URL for programs of its installation; never published. */
  ownUrl: string
}

/**
 * Starts a local node that mines at a steady pace, and supervises it.
 *
 * @returns Once the node answers.
 * @throws Error in one sentence: the port is in use, the program is missing, the state is
 *   unreadable, or the same devnet is already running.
 */
export async function startNode(options: NodeOptions): Promise<LocalNode> {
  const { name, chainNumber, port, stateFile, onWarning } = options
  const node = await superviseNode({
    name,
    port,
    stateFile,
    onWarning,
    run: (wantedPort) => runNode({ ...options, port: wantedPort }),
  })
  const ownUrl = `http://${getHost(options)}:${node.port}`
  return { ...node, name, chainNumber, rpcUrl: ownUrl, ownUrl }
}

async function runNode(options: NodeOptions): Promise<NodeRun> {
  const { name, blockMs, offsetMs } = options
  if (saveState(options))
    options.onWarning(`The state of ${name} was torn; the chain goes on from an earlier block.`)
  const { child, port } = await launchAnvil(options)
  const stopMining = startIntervalMining(`http://${getHost(options)}:${port}`, {
    blockMs,
    offsetMs,
  })
  const stopSaving = startSaving(options)
  return {
    child,
    port,
    stop() {
      stopMining()
      stopSaving()
    },
  }
}

/** Keeps what the node has written, see {@link snapshotState}. @throws Error in one sentence. */
function saveState({ stateFile, name }: NodeOptions): boolean {
  try {
    return snapshotState(stateFile)
  } catch (cause) {
    const text = cause instanceof Error ? cause.message : String(cause)
    const reason = text.startsWith('ENOSPC') ? 'its disk is full' : text
    throw new Error(`The state of ${name} cannot be saved as ${stateFile}: ${reason}.`, { cause })
  }
}

/** Keeps what the node writes; says once when that fails. */
function startSaving(options: NodeOptions): () => void {
  let isFailing = false
  const timer = setInterval(() => {
    try {
      saveState(options)
      isFailing = false
    } catch (error) {
      if (!isFailing && error instanceof Error) options.onWarning(error.message)
      isFailing = true
    }
  }, options.stateSeconds * 1_000)
  return () => clearInterval(timer)
}
