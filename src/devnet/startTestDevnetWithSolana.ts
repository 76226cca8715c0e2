import { devnetSolana } from '#networks/devnetSolana.ts'
import { devnetWithSolana } from '#networks/devnetWithSolana.ts'
import type { Network } from '#networks/network.ts'
import { withPriceSources } from '#networks/priceSources.ts'
import { onDevnet } from '#networks/secondFeeds.ts'
import { planDevnet } from './devnetPlan.ts'
import { devnetRoutes } from './devnetRoutes.ts'
import { createFaucet } from './faucet.ts'
import { devnetKeys } from './keys.ts'
import { createScenarios } from './scenarios.ts'
import { reefPlan } from './solana/solanaPlan.ts'
import { startFurnishedSolana, type TestSolana } from './solana/startTestSolana.ts'
import { startTestDevnet, type TestDevnet } from './startTestDevnet.ts'
import { devnetTricks } from './tricks.ts'
import { withRpcUrls } from './withRpcUrls.ts'

/** A devnet of a test's own, with its Solana cluster. */
export type TestDevnetWithSolana = Omit<TestDevnet, 'network'> & {
  /** The devnet with its Solana cluster as data, with the addresses at which its nodes listen here. */
  network: Network
  /** Reef: the escrow program is deployed, its attestor installed, the service's roles have coins. */
  solana: TestSolana
}

/**
 * As {@link startTestDevnet}, with a Solana cluster beside the EVM chains; about a second. Faucet
 * and routes serve both. Its clocks are moved one by one.
 *
 * @param options - What differs from the devnet in the node of the Solana chain.
 */
export async function startTestDevnetWithSolana(
  options: Parameters<typeof startFurnishedSolana>[0] = {},
): Promise<TestDevnetWithSolana> {
  const [evm, solana] = await Promise.all([startTestDevnet(), startFurnishedSolana(options)])
  const { chainId, name } = devnetSolana
  const { node, connection } = solana
  const running = { chainId, name, rpcUrl: node.rpcUrl, node, connection, plan: reefPlan }
  const { chains } = evm
  const scenarios = createScenarios(devnetTricks(chains, planDevnet(), running), () => undefined)
  const network = withRpcUrls(withPriceSources(devnetWithSolana, onDevnet), [...chains, running])
  const faucet = createFaucet(network, { chains, minter: devnetKeys.deployer, solana: running })
  return {
    network,
    chains,
    solana,
    faucet,
    scenarios,
    routes: devnetRoutes({ network, chains, solana: running, faucet, scenarios }),
    async stop() {
      await Promise.all([evm.stop(), solana.stop()])
    },
  }
}
