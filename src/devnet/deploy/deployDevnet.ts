import { parseEther } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'

import { getAllFeeds, getChainPlan } from '../plan/chainPlan.ts'
import { deployAssets } from './deployAssets.ts'
import { deployEstuary } from './deployEstuary.ts'
import type { LocalPlan } from '../plan/localPlan.ts'
import type { NodeClient } from '../node/nodeClient.ts'
import { buildFeedUpdates } from './buildFeedUpdates.ts'
import { type LabelledCall, mineCalls } from './sendCalls.ts'

/** The paymaster's deposit at EntryPoint on each local chain. */
const paymasterDeposit = parseEther('1000')

/** Initial coins of each key that the node's genesis does not fund. */
const firstCoins = parseEther('10000')

/**
 * Deploys everything on one local chain, our contracts and what they need, and sets the feeds; a
 * second call only refreshes old feeds.
 *
 * @param client - Client of the chain's node.
 * @param options.plan - What to deploy, and with which keys.
 * @param options.feedAgeSeconds - Age from which a feed is refreshed.
 * @throws Error that names the failed step.
 */
export async function deployDevnet(
  client: NodeClient,
  options: { plan: LocalPlan; feedAgeSeconds: bigint },
): Promise<void> {
  const { estuary, keys } = options.plan
  const chain = getChainPlan(options.plan, await client.getChainId())
  const deployer = privateKeyToAccount(keys.deployer)
  const executors = [keys.executor, keys.executorB].map((key) => privateKeyToAccount(key))
  const solver = privateKeyToAccount(keys.solver)
  const keeper = privateKeyToAccount(keys.keeper)
  const trickster = privateKeyToAccount(keys.trickster)
  await setCoins(client, [deployer, ...executors, solver, keeper, trickster])
  await deployEstuary(
    {
      client,
      send: (calls: readonly LabelledCall[]) => mineCalls(client, { from: deployer, calls }),
    },
    {
      plan: estuary,
      deployer: deployer.address,
      cosigner: privateKeyToAddress(keys.cosigner),
      paymasterSigner: privateKeyToAddress(keys.paymasterSigner),
      attestors: [privateKeyToAddress(keys.attestor)],
      attestorThreshold: 1,
      executors: executors.map(({ address }) => address),
      paymasterDeposit,
    },
  )
  await deployAssets(client, {
    chain,
    actors: { deployer, solver, keeper, trickster },
    settler: estuary.destinationSettler.address,
  })
  const feeds = getAllFeeds(chain)
  const calls = await buildFeedUpdates(client, { feeds, olderThanSeconds: options.feedAgeSeconds })
  await mineCalls(client, { from: keeper, calls })
}

async function setCoins(client: NodeClient, accounts: readonly PrivateKeyAccount[]): Promise<void> {
  await Promise.all(
    accounts.map(async ({ address }) => {
      if ((await client.getBalance({ address })) === 0n)
        await client.setBalance({ address, value: firstCoins })
    }),
  )
}
