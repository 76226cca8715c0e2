import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type ChainId, toEvmChainId } from '#protocol/ids/caip.ts'
import type { ChainPlan } from '../plan/chainPlan.ts'
import { deployDevnet } from './deployDevnet.ts'
import type { LocalPlan } from '../plan/localPlan.ts'
import { createNodeClient, type NodeClient } from '../node/nodeClient.ts'
import { runAbortable } from '../node/superviseNode.ts'
import type { AllowedPages } from '../node/pageGuard.ts'
import { startGatedNode } from '../node/startGatedNode.ts'
import { type LocalNode, startNode } from '../node/startNode.ts'

/** A running local chain with everything deployed. */
export type DevnetChain = {
  chainId: ChainId
  /** EIP-155 number. */
  number: number
  name: string
  rpcUrl: string
  node: LocalNode
  client: NodeClient
}

/** How the chains of a local network run. */
export type ChainsOptions = {
  /** Folder of the chains' state; created when missing. */
  folder: string
  /** Ports by chain number; 0 lets the system choose. Chains not listed use their default port. */
  ports: Partial<Record<number, number>>
  /** The chains to start. */
  plan: LocalPlan
  /** Pages that may query the nodes; without it (tests), nodes listen directly and accept all. */
  allowedPages?: AllowedPages | undefined
  /** Called with one sentence when a node died or came back. */
  onWarning: (sentence: string) => void
  /** Block time; a second by default. */
  blockMs?: number
  /** How long the state of past blocks is kept; see {@link defaultKeptMs}. */
  keptMs?: number
  /** Aborts the start. */
  signal?: AbortSignal | undefined
}

/** Seconds between two writes of a chain's state file. */
const stateSeconds = 10

/** Default block time. */
const defaultBlockMs = 1_000

/**
 * Default time that past states are kept: enough for reads pinned to a block, and for a reorg of
 * some depth. Each state holds the hashes of all earlier blocks, so every block costs 200 bytes per
 * state kept. When anvil mines at an interval itself it keeps 1,500 states (a gigabyte after an
 * hour) whatever its options, which is why `startIntervalMining` mines instead.
 */
const defaultKeptMs = 8_000

/** A feed older than this is refreshed at start. */
const maxFeedAgeSeconds = 600n

/**
 * Starts the chains of a plan and deploys what is missing on each.
 *
 * @returns The chains in network order, once all are usable.
 * @throws Error in one sentence when a node cannot start, or the signal's reason; nodes already
 *   started are stopped.
 */
export async function startChains(options: ChainsOptions): Promise<DevnetChain[]> {
  makeFolder(options.folder)
  const starts = await Promise.allSettled(
    options.plan.chains.map((chain, index) => startChain(chain, { ...options, index })),
  )
  const chains = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
  const failure = starts.find((start) => start.status === 'rejected')
  if (failure) {
    await Promise.all(chains.map(({ node }) => node.stop()))
    throw failure.reason
  }
  return chains
}

async function startChain(
  chain: ChainPlan,
  options: ChainsOptions & { index: number },
): Promise<DevnetChain> {
  const { number, name, port } = chain
  const { allowedPages, blockMs = defaultBlockMs, keptMs = defaultKeptMs } = options
  const settings = {
    name,
    chainNumber: number,
    port: options.ports[number] ?? port,
    stateFile: join(options.folder, `${toSlug(name)}.json`),
    stateSeconds,
    keptStates: Math.ceil(keptMs / blockMs),
    blockMs,
    // Spread evenly, so that waiting for one chain never covers the wait for another.
    offsetMs: (options.index * blockMs) / options.plan.chains.length,
    onWarning: options.onWarning,
  }
  const node = await (allowedPages
    ? startGatedNode({ ...settings, allowedPages })
    : startNode(settings))
  const client = createNodeClient(node.ownUrl)
  await runAbortable(node, {
    signal: options.signal,
    work: () => deployDevnet(client, { plan: options.plan, feedAgeSeconds: maxFeedAgeSeconds }),
  })
  return { chainId: toEvmChainId(number), number, name, rpcUrl: node.rpcUrl, node, client }
}

/** Chain name as used in file and scenario names. */
export function toSlug(chainName: string): string {
  return chainName.toLowerCase().replaceAll(' ', '-')
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`The state folder ${folder} cannot be made: ${reason}.`, { cause })
  }
}
