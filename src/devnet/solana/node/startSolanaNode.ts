import { type SupervisedNode, superviseNode } from '../../node/superviseNode.ts'
import { launchSolanaNode, type SolanaNodeSettings } from './launchSolanaNode.ts'

/** How a local Solana node runs and who hears of its troubles. */
export type SolanaNodeOptions = SolanaNodeSettings & {
  /** Told in one sentence when the node died and was started again, or could not be. */
  onWarning: (sentence: string) => void
}

/** A running local Solana node that is started again when it dies. */
export type SolanaNode = SupervisedNode & {
  name: string
  rpcUrl: string
  /** Where clients of this interface look for it: one port further. The first port serves it too. */
  websocketUrl: string
}

/**
 * Starts a local Solana node and watches over it.
 *
 * @returns Once the node answers.
 * @throws Error in one sentence: the port is in use, the state cannot be read, the same devnet runs
 *   already.
 */
export async function startSolanaNode(options: SolanaNodeOptions): Promise<SolanaNode> {
  const { name, port, stateFile, onWarning } = options
  const node = await superviseNode({
    name,
    port,
    stateFile,
    onWarning,
    run: (wantedPort) => launchSolanaNode({ ...options, port: wantedPort }),
  })
  return {
    ...node,
    name,
    rpcUrl: `http://127.0.0.1:${node.port}`,
    websocketUrl: `ws://127.0.0.1:${node.port + 1}`,
  }
}
