import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ChainName } from '#networks/chooseChains.ts'
import type { Network, NetworkName, NetworkChain } from '#networks/network.ts'
import type { EvmAddress } from '#protocol/ids/caip.ts'
import { createDevnetRoutes } from './devnetRoutes.ts'
import { createFaucet } from './faucet/faucet.ts'
import type { Installation } from './plan/installation.ts'
import { createKeeper } from './feeds/keeper.ts'
import { type LocalNetwork, openLocalNetwork } from './plan/localNetwork.ts'
import type { LocalPlan } from './plan/localPlan.ts'
import type { AllowedPages } from './node/pageGuard.ts'
import type { DevnetRoute } from './explorer/page.ts'
import { createScenarios, type Scenarios } from './faults/scenarios.ts'
import { type DevnetSolana, startSolana } from './solana/startSolana.ts'
import { type ChainsOptions, type DevnetChain, startChains } from './deploy/startChains.ts'
import { createFaultScenarios, findEtherFeed, type FaultScenario } from './faults/faultScenarios.ts'

/** Options of a local network. */
export type DevnetOptions = {
  /** The network's folder, with its chains' state and its generated keys, if any. */
  dataDir: string
  /** `devnet` by default. */
  name?: NetworkName
  /** Names of the requested chains, comma-separated; see `ChainName`. All when absent. */
  chains?: string | undefined
  /** Ports by chain name; 0 lets the system choose. Chains not listed use their default port. */
  ports?: Partial<Record<ChainName, number>>
  /** Pages that may query the nodes; none by default. */
  allowedPages?: AllowedPages
  /** Block time of the EVM chains; the network's by default. */
  blockMs?: number | undefined
  /** Called with one sentence per problem that was repaired; printed by default. */
  onWarning?: (sentence: string) => void
  /** Aborts the start: stops what was started and throws the signal's reason. */
  signal?: AbortSignal
}

/** A running local network. */
export type Devnet = Pick<LocalNetwork, 'environment'> & {
  /** The network file with the RPC URLs of its nodes. */
  network: Network
  /** Its keys. */
  installation: Installation
  /** RPC URLs by EIP-155 number. */
  rpcUrls: Readonly<Record<number, string>>
  /** Its EVM chains. */
  chains: readonly DevnetChain[]
  /** Its Solana cluster, if any. */
  solana: DevnetSolana | undefined
  /** Faucet, scenarios and explorer, for the service to mount. */
  routes: readonly DevnetRoute[]
  /** Stops everything that was started; the chains' state is written. */
  stop(): Promise<void>
}

/** How often the keeper checks feeds and pools. */
const keeperMs = 10_000

/**
 * Starts a local network from its last state: its chains with everything deployed, a keeper, and
 * the routes of faucet, scenarios and explorer. Scenarios left on are switched off.
 *
 * @throws Error in one sentence: a port is in use, anvil is missing, the state is unreadable, the
 *   same network is already running, or its keys are unusable.
 */
export async function startDevnet(options: DevnetOptions): Promise<Devnet> {
  const { dataDir, ports = {}, onWarning = (sentence) => console.error(sentence) } = options
  const local = openLocalNetwork(options.name ?? 'devnet', { dataDir, chains: options.chains })
  const { plan, chainsFolder: folder, installation, environment } = local
  const { blockMs, signal, allowedPages = { origins: [], hosts: [] } } = options
  const { chains, solana } = await startAll(local, {
    ports,
    allowedPages,
    onWarning,
    signal,
    ...(blockMs !== undefined && { blockMs }),
  })
  const faultScenarios = createFaultScenarios(chains, plan, solana)
  await restoreActiveScenarios(faultScenarios, folder)
  const scenarios = createScenarios(faultScenarios, createScenarioRecorder(folder))
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

/** Starts the chains of both kinds in parallel; if one cannot start, the others are stopped. */
async function startAll(
  { plan, chainsFolder: folder }: LocalNetwork,
  start: Required<Pick<DevnetOptions, 'ports' | 'allowedPages' | 'onWarning'>> &
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
  // The first failure aborts the others, which then stop what they started.
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

/** Reverts the scenarios that were on when the devnet stopped: their effects are still on chain. */
async function restoreActiveScenarios(
  faultScenarios: readonly FaultScenario[],
  folder: string,
): Promise<void> {
  const names = readRecorded(folder)
  if (names.length === 0) return
  for (const scenario of faultScenarios) if (names.includes(scenario.name)) await scenario.restore()
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

/** Returns the network with the actual RPC URLs of its nodes. */
export function withRpcUrls<Of extends Network>(
  network: Of,
  chains: readonly Pick<NetworkChain, 'chainId' | 'rpcUrl'>[],
): Of {
  return {
    ...network,
    chains: network.chains.map((chain) => {
      const running = chains.find(({ chainId }) => chainId === chain.chainId)
      return running ? { ...chain, rpcUrl: running.rpcUrl } : chain
    }),
  }
}
