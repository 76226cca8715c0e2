import { keepState } from './keepState.ts'
import { type AnvilOptions, hostOf, launchAnvil, unreadable } from './launchAnvil.ts'
import { paceBlocks } from './paceBlocks.ts'
import { type NodeRun, type SupervisedNode, superviseNode } from './superviseNode.ts'

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
  const { name, chainNumber, port, stateFile, onTrouble } = options
  const node = await superviseNode({
    name,
    port,
    stateFile,
    onTrouble,
    run: (wantedPort) => run({ ...options, port: wantedPort }),
  })
  const ownUrl = `http://${hostOf(options)}:${node.port}`
  return { ...node, name, chainNumber, rpcUrl: ownUrl, ownUrl }
}

/** Whether an earlier state had to take the place of a torn one. */
function putInOrder(stateFile: string, name: string): boolean {
  try {
    return keepState(stateFile)
  } catch (cause) {
    throw new Error(unreadable(name, stateFile), { cause })
  }
}

async function run(options: NodeOptions): Promise<NodeRun> {
  const { stateFile, name, blockMs, offsetMs } = options
  if (putInOrder(stateFile, name))
    options.onTrouble(`The state of ${name} was torn; the chain goes on from an earlier block.`)
  const { child, port } = await launchAnvil(options)
  return {
    child,
    port,
    stop: paceBlocks(`http://${hostOf(options)}:${port}`, { blockMs, offsetMs }),
  }
}
