import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { loadNetwork } from '#networks/loadNetwork.ts'
import type { Network } from '#networks/network.ts'
import { type DevnetPlan, planDevnet } from './devnetPlan.ts'
import { devnetRoutes } from './devnetRoutes.ts'
import { createFaucet } from './faucet.ts'
import { createKeeper } from './keeper.ts'
import type { DevnetRoute } from './route.ts'
import { createScenarios, type Scenarios } from './scenarios.ts'
import { type DevnetChain, startChains } from './startChains.ts'
import { withRpcUrls } from './withRpcUrls.ts'
import { devnetTricks } from './tricks.ts'

/** How the devnet runs. */
export type DevnetOptions = {
  /** The program's folder; the devnet keeps its chains in `devnet/` below it. */
  dataDir: string
  /** Ports by chain number; 0 lets the system choose. A chain not named takes its usual port. */
  ports?: Partial<Record<number, number>>
  /** Told in one sentence what the devnet had to mend; printed unless given. */
  onTrouble?: (sentence: string) => void
  /** Ends the start: what has been started is ended, and its reason is thrown. */
  signal?: AbortSignal
}

/** A running devnet. */
export type Devnet = {
  /** The devnet as data, with the addresses at which its nodes listen. */
  network: Network
  /** JSON-RPC addresses by EIP-155 number. */
  rpcUrls: Readonly<Record<number, string>>
  chains: readonly DevnetChain[]
  /** Faucet, scenarios and explorer, for the service to mount. */
  routes: readonly DevnetRoute[]
  /** Ends everything that was started; the chains' state is written. */
  stop(): Promise<void>
}

/** How often the keeper looks at feeds and pools. */
const keeperMs = 10_000

/**
 * Starts the devnet: three chains with everything deployed, continued where they were, a keeper,
 * and the routes of faucet, scenarios and explorer. Scenarios that were on when it ended are off.
 *
 * @throws Error in one sentence: a port is in use, anvil is missing, the state cannot be read, the
 *   same devnet runs already.
 */
export async function startDevnet(options: DevnetOptions): Promise<Devnet> {
  const { dataDir, ports = {}, onTrouble = (sentence) => console.error(sentence) } = options
  const plan = planDevnet()
  const folder = join(dataDir, 'devnet')
  const chains = await startChains({ folder, ports, plan, onTrouble, signal: options.signal })
  await endLeftOver(chains, { plan, folder })
  const scenarios = createScenarios(devnetTricks(chains, plan), rememberIn(folder))
  const keeper = createKeeper(chains, { plan, leaves: leavesOf(scenarios, plan), onTrouble })
  keeper.start(keeperMs)
  const network = withRpcUrls(loadNetwork('devnet'), chains)
  const faucet = createFaucet(network, chains)
  return {
    network,
    rpcUrls: Object.fromEntries(chains.map(({ number, rpcUrl }) => [number, rpcUrl])),
    chains,
    routes: devnetRoutes({ chains, faucet, scenarios }),
    async stop() {
      await keeper.stop()
      await Promise.all(chains.map(({ node }) => node.stop()))
    },
  }
}

function leavesOf(scenarios: Scenarios, plan: DevnetPlan) {
  const frozen = plan.assets.ethFeed.address
  return {
    feed: (feed: string) => feed === frozen && scenarios.isActive('frozen-feed'),
    pools: () => scenarios.isActive('moved-price'),
  }
}

/** Undoes the scenarios that were on when the devnet ended: what they did is still on the chains. */
async function endLeftOver(
  chains: readonly DevnetChain[],
  { plan, folder }: { plan: DevnetPlan; folder: string },
): Promise<void> {
  const names = rememberedIn(folder)
  if (names.length === 0) return
  const tricks = devnetTricks(chains, plan).filter(({ name }) => names.includes(name))
  for (const trick of tricks) await trick.undo()
  rememberIn(folder)([])
}

function rememberIn(folder: string): (active: readonly string[]) => void {
  return (active) => {
    writeFileSync(scenarioFile(folder), active.map((name) => `${name}\n`).join(''))
  }
}

function rememberedIn(folder: string): string[] {
  try {
    return readFileSync(scenarioFile(folder), 'utf8')
      .split('\n')
      .filter((name) => name !== '')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

function scenarioFile(folder: string): string {
  return join(folder, 'scenarios.txt')
}
