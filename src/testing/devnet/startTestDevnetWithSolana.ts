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
import { withRpcUrls } from '#devnet/startDevnet.ts'

/** A devnet for one test file, including a Solana cluster. */
export type TestDevnetWithSolana = Omit<TestDevnet, 'network'> & {
  /** The network file, Solana included, with the RPC URLs of its nodes. */
  network: Network
  /** Reef: the escrow program is deployed, its attestor installed, the service's keys funded. */
  solana: TestSolana
}

/**
 * Like {@link startTestDevnet}, with a Solana cluster beside the EVM chains; takes about a second.
 * Faucet and routes serve both. The clocks are moved separately.
 *
 * @param options - Options of the Solana node that differ from the devnet's.
 */
export async function startTestDevnetWithSolana(
  options: Parameters<typeof startProvisionedSolana>[0] = {},
): Promise<TestDevnetWithSolana> {
  const [evm, solana] = await startBoth(startTestDevnet(), startProvisionedSolana(options))
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

/** Waits for both, and stops the one that has started when the other has not. */
async function startBoth(
  evm: Promise<TestDevnet>,
  solana: Promise<TestSolana>,
): Promise<[TestDevnet, TestSolana]> {
  const started = await Promise.allSettled([evm, solana])
  if (started.some(({ status }) => status === 'rejected'))
    await Promise.all(
      started.flatMap((one) => (one.status === 'fulfilled' ? [one.value.stop()] : [])),
    )
  return Promise.all([evm, solana])
}
