import { rmSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { devnet, devnetChains } from '#networks/devnet/devnet.ts'
import type { EvmNetwork } from '#networks/network.ts'
import { withPriceSources } from '#networks/priceSources.ts'
import { getDevnetSecondFeed } from '#networks/secondFeeds.ts'
import { planDevnet } from '#devnet/plan/devnetPlan.ts'
import { createDevnetRoutes } from '#devnet/devnetRoutes.ts'
import { createFaucet, type Faucet } from '#devnet/faucet/faucet.ts'
import type { DevnetRoute } from '#devnet/explorer/route.ts'
import { createScenarios, type Scenarios } from '#devnet/faults/scenarios.ts'
import { type DevnetChain, startChains } from '#devnet/deploy/startChains.ts'
import { createFaultScenarios } from '#devnet/faults/faultScenarios.ts'
import { withRpcUrls } from '#devnet/withRpcUrls.ts'

/** A devnet of a test's own. */
export type TestDevnet = {
  /** The devnet as data, with the addresses at which its nodes listen here. */
  network: EvmNetwork
  /** In network order: Firth, Delta, Lagoon. */
  chains: readonly DevnetChain[]
  /** Gives assets away: `await devnet.faucet.give(address, [{ assetType, amount }])`. */
  faucet: Faucet
  scenarios: Scenarios
  routes: readonly DevnetRoute[]
  /** Ends the nodes and deletes their state. */
  stop(): Promise<void>
}

/**
 * Time between two blocks: a quarter of the devnet's, so that little is waited for. The network as data
 * keeps its second, by which the service reckons how long prices are fresh and what is lost: on a busy
 * machine a quarter of that would be too short.
 */
export const testBlockMs = 250

/** A minute: what reads at a block, or goes back to it, takes long on a busy machine. */
const defaultKeptMs = 60_000

/** Where the chains stand just after everything was deployed: made once by each process of tests. */
let deployed: Promise<string> | undefined

/**
 * Starts three fresh chains with everything deployed, on ports that the system chooses; a fifth of a
 * second, and more the first time. For tests: nothing of it is shared, so that time may be warped and nodes be paused. No
 * keeper runs.
 */
export async function startTestDevnet({
  blockMs = testBlockMs,
  keptMs = defaultKeptMs,
}: { blockMs?: number; keptMs?: number } = {}): Promise<TestDevnet> {
  deployed ??= deployOnce()
  const folder = await mkdtemp(join(tmpdir(), 'estuary-devnet-'))
  await cp(await deployed, folder, { recursive: true })
  const plan = planDevnet()
  const chains = await startChains({ ...buildSettings(folder), blockMs, keptMs })
  // Their newest blocks are as old as what was copied: deadlines are reckoned from a new one.
  await Promise.all(chains.map(({ client }) => client.mine({ blocks: 1 })))
  const network = withRpcUrls(withPriceSources(devnet, getDevnetSecondFeed), chains)
  const faucet = createFaucet(network, { chains, minter: plan.keys.deployer })
  const scenarios = createScenarios(createFaultScenarios(chains, plan), () => undefined)
  return {
    network,
    chains,
    faucet,
    scenarios,
    routes: createDevnetRoutes({ network, chains, faucet, scenarios }),
    async stop() {
      await Promise.all(chains.map(({ node }) => node.stop()))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** @returns Folder with the state of each chain. */
async function deployOnce(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'estuary-deployed-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const chains = await startChains({ ...buildSettings(folder), blockMs: testBlockMs })
  // A node writes its state when it ends.
  await Promise.all(chains.map(({ node }) => node.stop()))
  return folder
}

function buildSettings(folder: string) {
  return {
    folder,
    ports: Object.fromEntries(devnetChains.map(({ number }) => [number, 0])),
    plan: planDevnet(),
    onWarning: (sentence: string) => console.error(sentence),
  }
}
