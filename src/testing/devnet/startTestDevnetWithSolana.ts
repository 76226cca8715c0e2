import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import { devnetWithSolana } from '#networks/devnet/devnetWithSolana.ts'
import type { Network } from '#networks/network.ts'
import { withPriceSources } from '#networks/priceSources.ts'
import { getDevnetSecondFeed } from '#networks/secondFeeds.ts'
import { planDevnet } from '#devnet/plan/devnetPlan.ts'
import { createDevnetRoutes } from '#devnet/devnetRoutes.ts'
import { createFaucet } from '#devnet/faucet/faucet.ts'
import { devnetKeys } from '#devnet/plan/keys.ts'
import { createScenarios } from '#devnet/faults/scenarios.ts'
import { reefPlan } from '#devnet/solana/plan/solanaPlan.ts'
import { startProvisionedSolana, type TestSolana } from './startTestSolana.ts'
import { startTestDevnet, type TestDevnet } from './startTestDevnet.ts'
import { createFaultScenarios } from '#devnet/faults/faultScenarios.ts'
import { withRpcUrls } from '#devnet/withRpcUrls.ts'

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
  options: Parameters<typeof startProvisionedSolana>[0] = {},
): Promise<TestDevnetWithSolana> {
  const [evm, solana] = await Promise.all([startTestDevnet(), startProvisionedSolana(options)])
  const { chainId, name } = devnetSolana
  const { node, connection } = solana
  const running = { chainId, name, rpcUrl: node.rpcUrl, node, connection, plan: reefPlan }
  const { chains } = evm
  const scenarios = createScenarios(
    createFaultScenarios(chains, planDevnet(), running),
    () => undefined,
  )
  const network = withRpcUrls(withPriceSources(devnetWithSolana, getDevnetSecondFeed), [
    ...chains,
    running,
  ])
  const faucet = createFaucet(network, { chains, minter: devnetKeys.deployer, solana: running })
  return {
    network,
    chains,
    solana,
    faucet,
    scenarios,
    routes: createDevnetRoutes({ network, chains, solana: running, faucet, scenarios }),
    async stop() {
      await Promise.all([evm.stop(), solana.stop()])
    },
  }
}
