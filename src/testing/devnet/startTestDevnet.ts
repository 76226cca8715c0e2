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
import type { DevnetRoute } from '#devnet/explorer/page.ts'
import { createScenarios, type Scenarios } from '#devnet/faults/scenarios.ts'
import { type DevnetChain, startChains } from '#devnet/deploy/startChains.ts'
import { createFaultScenarios } from '#devnet/faults/faultScenarios.ts'
import { withRpcUrls } from '#devnet/startDevnet.ts'

/** A devnet for one test file. */
export type TestDevnet = {
  /** The devnet's network file with the RPC URLs of its nodes. */
  network: EvmNetwork
  /** In network order: Firth, Delta, Lagoon. */
  chains: readonly DevnetChain[]
  /** Funds addresses: `await devnet.faucet.give(address, [{ assetType, amount }])`. */
  faucet: Faucet
  scenarios: Scenarios
  routes: readonly DevnetRoute[]
  /** Stops the nodes and deletes their state. */
  stop(): Promise<void>
}

/**
 * Block time: a quarter of the devnet's, so that tests wait less. The network file keeps the
 * devnet's second, from which the service derives price freshness and when transactions are lost: a
 * quarter of that would be too short on a busy machine.
 */
export const testBlockMs = 250

/** One minute: reading old blocks and reverting to them is slow on a busy machine. */
const defaultKeptMs = 60_000

/** Folder with the deployed state, created once per test process. */
let deployed: Promise<string> | undefined

/**
 * Starts three fresh chains with everything deployed, on free ports; takes a fifth of a second,
 * longer the first time. Nothing is shared, so tests may warp time and pause nodes. No keeper runs.
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
  // The copied blocks are old; deadlines are computed from a new one.
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
  // A node writes its state when it stops.
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
