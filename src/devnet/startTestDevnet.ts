import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { devnet, devnetChains } from '#networks/devnet.ts'
import type { EvmNetwork, Network } from '#networks/network.ts'
import { planDevnet } from './devnetPlan.ts'
import { devnetRoutes } from './devnetRoutes.ts'
import { createFaucet, type Faucet } from './faucet.ts'
import type { DevnetRoute } from './route.ts'
import { createScenarios, type Scenarios } from './scenarios.ts'
import { type DevnetChain, startChains } from './startChains.ts'
import { devnetTricks } from './tricks.ts'
import { withRpcUrls } from './withRpcUrls.ts'

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

/** Time between two blocks: a quarter of the devnet's, so that little is waited for. */
export const testBlockMs = 250

/** A network whose EVM chains have blocks so often. */
export function withBlockMs<Of extends Network>(network: Of, blockMs: number): Of {
  const chains = network.chains.map((chain) =>
    chain.kind === 'evm' ? { ...chain, blockMs } : chain,
  )
  return { ...network, chains }
}

/**
 * Starts three fresh chains with everything deployed, on ports that the system chooses; about a
 * second. For tests: nothing of it is shared, so that time may be warped and nodes be paused. No
 * keeper runs.
 */
export async function startTestDevnet({
  blockMs = testBlockMs,
}: { blockMs?: number } = {}): Promise<TestDevnet> {
  const folder = await mkdtemp(join(tmpdir(), 'estuary-devnet-'))
  const plan = planDevnet()
  const chains = await startChains({
    folder,
    ports: Object.fromEntries(devnetChains.map(({ number }) => [number, 0])),
    plan,
    blockMs,
    onTrouble: (sentence) => console.error(sentence),
  })
  const network = withRpcUrls(withBlockMs(devnet, blockMs), chains)
  const faucet = createFaucet(network, { chains, minter: plan.keys.deployer })
  const scenarios = createScenarios(devnetTricks(chains, plan), () => undefined)
  return {
    network,
    chains,
    faucet,
    scenarios,
    routes: devnetRoutes({ network, chains, faucet, scenarios }),
    async stop() {
      await Promise.all(chains.map(({ node }) => node.stop()))
      await rm(folder, { recursive: true, force: true })
    },
  }
}
