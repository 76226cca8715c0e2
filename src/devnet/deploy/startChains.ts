import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import { type ChainId, toEvmChainId } from '#protocol/ids/caip.ts'
import type { ChainPlan } from '../plan/chainPlan.ts'
import { deployDevnet } from './deployDevnet.ts'
import type { LocalPlan } from '../plan/localPlan.ts'
import { createNodeClient, type NodeClient } from '../node/nodeClient.ts'
import { runAbortable } from '../node/runAbortable.ts'
import type { AllowedPages } from '../node/pageGuard.ts'
import { startGatedNode } from '../node/startGatedNode.ts'
import { type LocalNode, startNode } from '../node/startNode.ts'

/** One running local chain with everything deployed. */
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
  /** Folder that keeps the chains; made when absent. */
  folder: string
  /** Ports by chain number; 0 lets the system choose. A chain not named takes its usual port. */
  ports: Partial<Record<number, number>>
  /** Its chains are those that are started. */
  plan: LocalPlan
  /** Whose pages may ask the nodes; absent, for tests: the nodes listen themselves and ask nobody. */
  visitors?: AllowedPages | undefined
  /** Told in one sentence when a node died or came back. */
  onWarning: (sentence: string) => void
  /** Time between two blocks of a chain; a second unless given. */
  blockMs?: number
  /** For how long the state of a past block can be read and gone back to; see {@link defaultKeptMs}. */
  keptMs?: number
  /** Ends the start. */
  signal?: AbortSignal | undefined
}

/** Seconds between two writes of a chain's state file. */
const stateSeconds = 10

/** Time between two blocks of a chain. */
const defaultBlockMs = 1_000

/**
 * How long states are kept: enough for what a reader does at the block it began with, and for a reorg of
 * some depth. Each state holds the hashes of all blocks before, so that every block costs as often 200
 * bytes for good. Anvil keeps 1,500 of them (a gigabyte after an hour) when it paces its blocks itself,
 * whatever it is told: that is why `startIntervalMining` does.
 */
const defaultKeptMs = 8_000

/** A feed older than this is set again at start. */
const maxFeedAgeSeconds = 600n

/**
 * Starts the chains of a plan and deploys on each what is missing.
 *
 * @returns In network order, once all are usable.
 * @throws Error in one sentence when a node cannot start, the signal's reason when that fires; those
 *   already started are ended.
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
  const { visitors, blockMs = defaultBlockMs, keptMs = defaultKeptMs } = options
  const settings = {
    name,
    chainNumber: number,
    port: options.ports[number] ?? port,
    stateFile: join(options.folder, `${toSlug(name)}.json`),
    stateSeconds,
    keptStates: Math.ceil(keptMs / blockMs),
    blockMs,
    // Evenly apart, so that waiting for one chain hides no wait for another.
    offsetMs: (options.index * blockMs) / options.plan.chains.length,
    onWarning: options.onWarning,
  }
  const node = await (visitors ? startGatedNode({ ...settings, visitors }) : startNode(settings))
  const client = createNodeClient(node.ownUrl)
  await runAbortable(node, {
    signal: options.signal,
    work: () => deployDevnet(client, { plan: options.plan, feedAgeSeconds: maxFeedAgeSeconds }),
  })
  return { chainId: toEvmChainId(number), number, name, rpcUrl: node.rpcUrl, node, client }
}

/** The name of a chain in names of files and scenarios. */
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
