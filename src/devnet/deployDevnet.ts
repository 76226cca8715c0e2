import { parseEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

import { assetsOfChain } from './chainAssets.ts'
import { deployAssets } from './deployAssets.ts'
import { deployEstuary } from './deployEstuary.ts'
import type { DevnetPlan } from './devnetPlan.ts'
import { devnetKeys } from './keys.ts'
import type { NodeClient } from './nodeClient.ts'
import { feedRefreshes } from './refreshFeeds.ts'
import { type Call, mineCalls } from './sendCalls.ts'

/** What the paymaster of each devnet chain holds at EntryPoint. */
const paymasterDeposit = parseEther('1000')

/**
 * Deploys everything on one devnet chain, ours and what it needs, and sets the feeds; a second call
 * only sets feeds that are older than wanted.
 *
 * @param client - Client of the chain's node.
 * @param options.plan - What to deploy.
 * @param options.feedAgeSeconds - Age from which a feed is set again.
 * @throws Error that names the step that failed.
 */
export async function deployDevnet(
  client: NodeClient,
  options: { plan: DevnetPlan; feedAgeSeconds: bigint },
): Promise<void> {
  const { estuary, assets } = options.plan
  const deployer = privateKeyToAccount(devnetKeys.deployer)
  const keeper = privateKeyToAccount(devnetKeys.keeper)
  await deployEstuary(
    { client, send: (calls: readonly Call[]) => mineCalls(client, { from: deployer, calls }) },
    {
      plan: estuary,
      cosigner: privateKeyToAccount(devnetKeys.cosigner).address,
      paymasterSigner: privateKeyToAccount(devnetKeys.paymasterSigner).address,
      attestors: [privateKeyToAccount(devnetKeys.attestor).address],
      attestorThreshold: 1,
      executors: [privateKeyToAccount(devnetKeys.executor).address],
      paymasterDeposit,
    },
  )
  const solver = privateKeyToAccount(devnetKeys.solver)
  const trickster = privateKeyToAccount(devnetKeys.trickster)
  await deployAssets(client, {
    plan: assets,
    actors: { deployer, solver, keeper, trickster },
    settler: estuary.destinationSettler.address,
  })
  const { feeds } = assetsOfChain(await client.getChainId(), assets)
  const calls = await feedRefreshes(client, { feeds, olderThanSeconds: options.feedAgeSeconds })
  await mineCalls(client, { from: keeper, calls })
}
