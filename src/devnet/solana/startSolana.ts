import { join } from 'node:path'
import { Connection } from '@solana/web3.js'
import type { ChainId } from '#protocol/ids/caip.ts'
import { fetchPatiently } from '../node/fetchPatiently.ts'
import { runAbortable } from '../node/superviseNode.ts'
import type { AllowedPages } from '../node/pageGuard.ts'
import { toSlug } from '../deploy/startChains.ts'
import { deploySolana } from './deploy/deploySolana.ts'
import { fundSolana } from './funds/fundSolana.ts'
import { closeWebSocket, type SolanaNode, startSolanaNode } from './node/startSolanaNode.ts'
import { getFirstAccounts, reefPlan, type SolanaPlan } from './plan/solanaPlan.ts'
import { signersDelaySeconds } from '../plan/localPlan.ts'
import { installEscrow } from './deploy/installEscrow.ts'
import { sendSigned } from './deploy/sendConfirmed.ts'

/** The running Solana cluster of a local network, with everything deployed. */
export type DevnetSolana = {
  chainId: ChainId
  name: string
  rpcUrl: string
  node: SolanaNode
  /** Commitment `confirmed`. */
  connection: Connection
  /** What is deployed on it, and its keys. */
  plan: SolanaPlan
}

/** A cluster that can be stopped, which writes its state. */
type StartedSolana = DevnetSolana & { stop(): Promise<void> }

/** Options of a local network's Solana cluster. */
export type SolanaStartOptions = {
  plan: SolanaPlan
  /** Folder of the chain's state, which exists. */
  folder: string
  /** Its port; the next one is used too. 0 lets the system choose; the default one when absent. */
  port?: number | undefined
  /** Pages that may query the node. */
  allowedPages: AllowedPages
  /** Called with one sentence when the node died or came back. */
  onWarning: (sentence: string) => void
  /** Aborts the start. */
  signal?: AbortSignal | undefined
}

/** Seconds between two writes of the state file. */
const stateSeconds = 10

/**
 * Starts the Solana cluster of a local network from its last state, and creates what is missing:
 * mints, the escrow program with its attestor, and the roles' funds.
 *
 * @throws Error in one sentence when the node cannot start, or the signal's reason; the node has
 *   then been stopped.
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
    // Its clock can be moved like those of the EVM chains on a local network.
    hasTestMethods: true,
    accounts: getFirstAccounts(plan),
    allowedPages: options.allowedPages,
    onWarning: options.onWarning,
  })
  const connection = new Connection(node.rpcUrl, 'confirmed')
  async function stop(): Promise<void> {
    closeWebSocket(connection)
    await node.stop()
  }
  await runAbortable(
    { stop },
    { signal: options.signal, work: () => provisionPatiently(node.rpcUrl, options) },
  )
  return { chainId, name, rpcUrl: node.rpcUrl, node, connection, plan, stop }
}

/** Provisions a node that has just started, whose connections may fail on a busy machine. */
async function provisionPatiently(
  rpcUrl: string,
  { plan, signal }: Pick<SolanaStartOptions, 'plan' | 'signal'>,
): Promise<void> {
  const connection = new Connection(rpcUrl, {
    commitment: 'confirmed',
    fetch: (url, request) =>
      fetchPatiently(url, request, { isRunning: () => signal?.aborted !== true }),
  })
  try {
    await provisionSolana(connection, plan)
  } finally {
    closeWebSocket(connection)
  }
}

/**
 * Creates what is missing of a network's deployment on a local Solana chain.
 *
 * @param plan - The devnet's by default.
 */
export async function provisionSolana(
  connection: Connection,
  plan: SolanaPlan = reefPlan,
): Promise<void> {
  await deploySolana(connection, plan)
  await Promise.all([deployEscrow(connection, plan), fundSolana(connection, plan)])
}

/**
 * Deploys the escrow program on a local Solana cluster and installs its attestor; skips what exists
 * and upgrades an older version. The deployer must have coins.
 *
 * @param plan - The devnet's by default.
 * @throws Error when the chain afterwards runs other code than ours.
 */
async function deployEscrow(
  connection: Connection,
  { chainId, keys }: SolanaPlan = reefPlan,
): Promise<void> {
  const { deployer, program, authority, attestor } = keys
  await installEscrow(connection, (step) => sendSigned(connection, step), {
    chainId,
    deployer,
    program,
    authority: authority.publicKey.toBase58(),
    delaySeconds: signersDelaySeconds,
    attestors: { keys: [attestor.publicKey.toBase58()], threshold: 1 },
  })
}
