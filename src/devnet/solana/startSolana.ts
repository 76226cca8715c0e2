import { join } from 'node:path'

import { Connection } from '@solana/web3.js'

import type { ChainId } from '#protocol/ids/caip.ts'
import { runAbortable } from '../node/runAbortable.ts'
import type { AllowedPages } from '../node/pageGuard.ts'
import { toSlug } from '../deploy/startChains.ts'
import { deployEscrow } from './deploy/deployEscrow.ts'
import { deploySolana } from './deploy/deploySolana.ts'
import { fundSolana } from './funds/fundSolana.ts'
import { closeWebSocket } from './node/closeWebSocket.ts'
import { getPlacedMints, reefPlan, type SolanaPlan } from './plan/solanaPlan.ts'
import { type SolanaNode, startSolanaNode } from './node/startSolanaNode.ts'

/** The running Solana cluster of a local network, with everything deployed. */
export type DevnetSolana = {
  chainId: ChainId
  name: string
  rpcUrl: string
  node: SolanaNode
  /** Commitment `confirmed`. */
  connection: Connection
  /** What is on it, and whose keys act there. */
  plan: SolanaPlan
}

/** A cluster and the way to end it; its state is written then. */
type StartedSolana = DevnetSolana & { stop(): Promise<void> }

/** How the Solana cluster of a local network runs. */
export type SolanaStartOptions = {
  plan: SolanaPlan
  /** Folder that keeps the chain, which exists. */
  folder: string
  /** Its port, which takes the next one too; 0 lets the system choose, absent is the usual one. */
  port?: number | undefined
  /** Whose pages may ask the node. */
  visitors: AllowedPages
  /** Told in one sentence when the node died or came back. */
  onWarning: (sentence: string) => void
  /** Ends the start. */
  signal?: AbortSignal | undefined
}

/** Seconds between two writes of the state file. */
const stateSeconds = 10

/**
 * Starts the Solana cluster of a local network, continued where it was, and makes on it what is
 * missing: mints, the escrow program with its attestor, and what those who act need.
 *
 * @throws Error in one sentence when the node cannot start, the signal's reason when that fires; then
 *   the node has ended.
 */
export async function startSolana(options: SolanaStartOptions): Promise<StartedSolana> {
  const { plan } = options
  const { chainId, name, genesisHash } = plan
  const node = await startSolanaNode({
    name,
    port: options.port ?? plan.port,
    stateFile: join(options.folder, `${toSlug(name)}.state`),
    stateSeconds,
    genesisHash,
    finalizedSlots: 4,
    keptTransactions: 20_000,
    // Whoever tries things out on a local network moves this clock as the ones of its EVM chains.
    hasTestMethods: true,
    mints: getPlacedMints(plan),
    visitors: options.visitors,
    onWarning: options.onWarning,
  })
  const connection = new Connection(node.rpcUrl, 'confirmed')
  async function stop(): Promise<void> {
    closeWebSocket(connection)
    await node.stop()
  }
  await runAbortable(
    { stop },
    { signal: options.signal, work: () => provisionSolana(connection, plan) },
  )
  return { chainId, name, rpcUrl: node.rpcUrl, node, connection, plan, stop }
}

/**
 * Makes on a local Solana chain what is missing of all that the network has there.
 *
 * @param plan - The devnet's unless given.
 */
export async function provisionSolana(
  connection: Connection,
  plan: SolanaPlan = reefPlan,
): Promise<void> {
  await deploySolana(connection, plan)
  await Promise.all([deployEscrow(connection, plan), fundSolana(connection, plan)])
}
