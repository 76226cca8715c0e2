import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { ChainName } from '#networks/chooseChains.ts'
import type { Network, NetworkName } from '#networks/network.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import { createDevnetRoutes } from './devnetRoutes.ts'
import { createFaucet } from './faucet/faucet.ts'
import type { Installation } from './plan/installation.ts'
import { createKeeper } from './feeds/keeper.ts'
import { type LocalNetwork, openLocalNetwork } from './plan/localNetwork.ts'
import type { LocalPlan } from './plan/localPlan.ts'
import type { AllowedPages } from './node/pageGuard.ts'
import type { DevnetRoute } from './explorer/route.ts'
import { createScenarios, type Scenarios } from './faults/scenarios.ts'
import { type DevnetSolana, startSolana } from './solana/startSolana.ts'
import { type ChainsOptions, type DevnetChain, startChains } from './deploy/startChains.ts'
import { withRpcUrls } from './withRpcUrls.ts'
import { createFaultScenarios, findEtherFeed, type FaultScenario } from './faults/faultScenarios.ts'

/** How a local network runs. */
export type DevnetOptions = {
  /** The network's folder, in which it keeps its chains and, where it draws some, its keys. */
  dataDir: string
  /** `devnet` unless given. */
  name?: NetworkName
  /** Names of the chains wanted, comma-separated; see `ChainName`. All when absent. */
  chains?: string | undefined
  /** Ports by chain name; 0 lets the system choose. A chain not named takes its usual port. */
  ports?: Partial<Record<ChainName, number>>
  /** Whose pages may ask the nodes; nobody's unless given. */
  visitors?: AllowedPages
  /** Time between two blocks of an EVM chain; as on the network unless given. */
  blockMs?: number | undefined
  /** Told in one sentence what the network had to mend; printed unless given. */
  onWarning?: (sentence: string) => void
  /** Ends the start: what has been started is ended, and its reason is thrown. */
  signal?: AbortSignal
}

/** A running local network. */
export type Devnet = Pick<LocalNetwork, 'environment'> & {
  /** The network as data, with the addresses at which its nodes listen. */
  network: Network
  /** Its keys. */
  installation: Installation
  /** JSON-RPC addresses by EIP-155 number. */
  rpcUrls: Readonly<Record<number, string>>
  /** Its EVM chains. */
  chains: readonly DevnetChain[]
  /** Its Solana cluster, where it has one. */
  solana: DevnetSolana | undefined
  /** Faucet, scenarios and explorer, for the service to mount. */
  routes: readonly DevnetRoute[]
  /** Ends everything that was started; the chains' state is written. */
  stop(): Promise<void>
}

/** How often the keeper looks at feeds and pools. */
const keeperMs = 10_000

/**
 * Starts a local network: its chains with everything deployed, continued where they were, a keeper,
 * and the routes of faucet, scenarios and explorer. Scenarios that were on when it ended are off.
 *
 * @throws Error in one sentence: a port is in use, anvil is missing, the state cannot be read, the
 *   same network runs already, its keys cannot be used.
 */
export async function startDevnet(options: DevnetOptions): Promise<Devnet> {
  const { dataDir, ports = {}, onWarning = (sentence) => console.error(sentence) } = options
  const local = openLocalNetwork(options.name ?? 'devnet', { dataDir, chains: options.chains })
  const { plan, chainsFolder: folder, installation, environment } = local
  const { blockMs, signal, visitors = { origins: [], hosts: [] } } = options
  const { chains, solana } = await startAll(local, {
    ports,
    visitors,
    onWarning,
    signal,
    ...(blockMs !== undefined && { blockMs }),
  })
  const tricks = createFaultScenarios(chains, plan, solana)
  await restoreLeftOver(tricks, folder)
  const scenarios = createScenarios(tricks, createScenarioRecorder(folder))
  const keeper = createKeeper(chains, {
    plan,
    exclusions: createExclusions(scenarios, plan),
    onWarning,
  })
  keeper.start(keeperMs)
  const network = withRpcUrls(local.network, solana ? [...chains, solana] : chains)
  const faucet = createFaucet(network, { chains, minter: plan.keys.deployer, solana })
  return {
    network,
    installation,
    environment,
    rpcUrls: Object.fromEntries(chains.map(({ number, rpcUrl }) => [number, rpcUrl])),
    chains,
    solana,
    routes: createDevnetRoutes({ network, chains, solana, faucet, scenarios }),
    async stop() {
      await keeper.stop()
      await Promise.all([...chains.map(({ node }) => node.stop()), solana?.stop()])
    },
  }
}

/** Starts the chains of both kinds side by side; when one cannot start, the others end. */
async function startAll(
  { plan, chainsFolder: folder }: LocalNetwork,
  start: Required<Pick<DevnetOptions, 'ports' | 'visitors' | 'onWarning'>> &
    Pick<ChainsOptions, 'signal' | 'blockMs'>,
): Promise<{ chains: DevnetChain[]; solana: Awaited<ReturnType<typeof startSolana>> | undefined }> {
  const giveUp = new AbortController()
  const signals = [giveUp.signal, ...(start.signal ? [start.signal] : [])]
  const options = { ...start, folder, signal: AbortSignal.any(signals) }
  const { solana: cluster } = plan
  const work = [
    startChains({ ...options, plan }),
    cluster
      ? startSolana({ ...options, plan: cluster, port: start.ports.solana })
      : Promise.resolve(undefined),
  ] as const
  // What fails first calls off the other, which then ends what it started.
  for (const part of work) part.catch((error: unknown) => giveUp.abort(error))
  const [chains, solana] = await Promise.allSettled(work)
  if (chains.status === 'fulfilled' && solana.status === 'fulfilled')
    return { chains: chains.value, solana: solana.value }
  if (chains.status === 'fulfilled') await Promise.all(chains.value.map(({ node }) => node.stop()))
  if (solana.status === 'fulfilled') await solana.value?.stop()
  throw options.signal.reason
}

function createExclusions(scenarios: Scenarios, plan: LocalPlan) {
  const frozen = new Set(plan.chains.map(({ number }) => findEtherFeed(plan, number)))
  return {
    feed: (feed: EvmAddress) => frozen.has(feed) && scenarios.isActive('frozen-feed'),
    pools: () => scenarios.isActive('moved-price'),
  }
}

/** Undoes the scenarios that were on when the devnet ended: what they did is still on the chains. */
async function restoreLeftOver(tricks: readonly FaultScenario[], folder: string): Promise<void> {
  const names = readRecorded(folder)
  if (names.length === 0) return
  for (const trick of tricks) if (names.includes(trick.name)) await trick.restore()
  createScenarioRecorder(folder)([])
}

function createScenarioRecorder(folder: string): (active: readonly string[]) => void {
  return (active) => {
    writeFileSync(getScenarioFile(folder), active.map((name) => `${name}\n`).join(''))
  }
}

function readRecorded(folder: string): string[] {
  try {
    return readFileSync(getScenarioFile(folder), 'utf8')
      .split('\n')
      .filter((name) => name !== '')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

function getScenarioFile(folder: string): string {
  return join(folder, 'scenarios.txt')
}
