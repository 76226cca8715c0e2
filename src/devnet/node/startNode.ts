import { snapshotState } from './snapshotState.ts'
import { type AnvilOptions, getHost, launchAnvil, describeUnreadableState } from './launchAnvil.ts'
import { startIntervalMining } from './intervalMining.ts'
import { type NodeRun, type SupervisedNode, superviseNode } from './superviseNode.ts'

/** How a local node runs and who hears of its troubles. */
export type NodeOptions = AnvilOptions & {
  /** Time between two blocks. */
  blockMs: number
  /** How far the blocks lie behind whole multiples of `blockMs` on the clock. */
  offsetMs: number
  /** Told in one sentence when the node died and was started again, or could not be. */
  onWarning: (sentence: string) => void
}

/** A running local node that is started again when it dies. */
export type LocalNode = SupervisedNode & {
  name: string
  chainNumber: number
  /** Where anybody reaches it. */
  rpcUrl: string
  /** Where the programs of its installation reach it; never published. */
  ownUrl: string
}

/**
 * Starts a local node that mines at a steady pace, and watches over it.
 *
 * @returns Once the node answers.
 * @throws Error in one sentence: the port is in use, the program is missing, the state cannot be
 *   read, the same devnet runs already.
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

/** Whether an earlier state had to take the place of a torn one. */
function restoreState(stateFile: string, name: string): boolean {
  try {
    return snapshotState(stateFile)
  } catch (cause) {
    throw new Error(describeUnreadableState(name, stateFile), { cause })
  }
}

async function runNode(options: NodeOptions): Promise<NodeRun> {
  const { stateFile, name, blockMs, offsetMs } = options
  if (restoreState(stateFile, name))
    options.onWarning(`The state of ${name} was torn; the chain goes on from an earlier block.`)
  const { child, port } = await launchAnvil(options)
  return {
    child,
    port,
    stop: startIntervalMining(`http://${getHost(options)}:${port}`, { blockMs, offsetMs }),
  }
}
