import { encodeFunctionData } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { devTokenAbi } from '#contracts/abi/devToken.ts'
import { priceFeedAbi } from '#contracts/abi/priceFeed.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import { type ChainPool, getChainPlan } from '../plan/chainPlan.ts'
import { planDevnet } from '../plan/devnetPlan.ts'
import { createKeeper, maxPoolDriftBps } from './keeper.ts'
import { devnetKeys } from '../plan/keys.ts'
import { computeDriftBps, buildPoolMove, readPoolPrice } from './poolPrices.ts'
import { mineCalls } from '../deploy/sendCalls.ts'
import type { DevnetChain } from '../deploy/startChains.ts'
import { startTestDevnet, type TestDevnet } from '#testing/devnet/startTestDevnet.ts'

let devnet: TestDevnet
let troubles: string[]
const plan = planDevnet()
const nothing = { feed: () => false, pools: () => false }

beforeEach(async () => {
  devnet = await startTestDevnet()
  troubles = []
})
afterEach(() => devnet.stop())

test('it sets feeds again before they are too old, and mints nothing', async () => {
  const chain = firth()
  const supply = await supplyOf(chain)
  await chain.client.increaseTime({ seconds: 1_300 })
  await chain.client.mine({ blocks: 1 })
  expect(await feedAge(chain)).toBeGreaterThanOrEqual(1_300n)
  await keeperOf(nothing).refresh()
  expect(await feedAge(chain)).toBeLessThan(60n)
  expect(await supplyOf(chain)).toBe(supply)
  expect(troubles).toEqual([])
})

test('it leaves a feed alone that a scenario has frozen', async () => {
  const chain = firth()
  await chain.client.increaseTime({ seconds: 1_300 })
  await chain.client.mine({ blocks: 1 })
  await keeperOf({ ...nothing, feed: (feed) => feed === devnetAddresses.ethFeed }).refresh()
  expect(await feedAge(chain)).toBeGreaterThanOrEqual(1_300n)
})

test('it trades a pool that drifted back to the feeds, in both directions', async () => {
  const chain = firth()
  const pool = etherPool(chain)
  for (const percent of [104n, 96n]) {
    await movePool(chain, { pool, percent })
    expect(computeDriftBps(await readPoolPrice(chain.client, pool))).toBeGreaterThan(
      maxPoolDriftBps,
    )
    await keeperOf(nothing).refresh()
    expect(computeDriftBps(await readPoolPrice(chain.client, pool))).toBeLessThanOrEqual(
      maxPoolDriftBps,
    )
  }
})

test('it leaves pools alone while a scenario moves prices', async () => {
  const chain = firth()
  const pool = etherPool(chain)
  await movePool(chain, { pool, percent: 104n })
  const moved = await readPoolPrice(chain.client, pool)
  await keeperOf({ ...nothing, pools: () => true }).refresh()
  expect(await readPoolPrice(chain.client, pool)).toEqual(moved)
})

test('it sends nothing while there is nothing to do', async () => {
  const keeper = privateKeyToAccount(devnetKeys.keeper).address
  const before = await firth().client.getTransactionCount({ address: keeper })
  await keeperOf(nothing).refresh()
  expect(await firth().client.getTransactionCount({ address: keeper })).toBe(before)
})

test('a chain that is down does not keep it from the others', async () => {
  const [first, second] = devnet.chains
  await first?.node.pause()
  await second?.client.increaseTime({ seconds: 1_300 })
  await second?.client.mine({ blocks: 1 })
  await keeperOf(nothing).refresh()
  expect(second && (await feedAge(second))).toBeLessThan(60n)
})

function keeperOf(exclusions: Parameters<typeof createKeeper>[1]['exclusions']) {
  return createKeeper(devnet.chains, { plan, exclusions, onWarning: warn })
}

function warn(sentence: string): void {
  troubles.push(sentence)
}

function firth(): DevnetChain {
  const [chain] = devnet.chains
  if (!chain) throw new Error('There is no chain.')
  return chain
}

function etherPool({ number }: DevnetChain): ChainPool {
  const [pool] = getChainPlan(plan, number).pools
  if (!pool) throw new Error('There is no pool.')
  return pool
}

/** Moves a pool's square-root price to this percentage of the feeds'. */
async function movePool(
  { client }: DevnetChain,
  { pool, percent }: { pool: ChainPool; percent: bigint },
): Promise<void> {
  const from = privateKeyToAccount(devnetKeys.trickster)
  const router = plan.assets.swapRouter.address
  const { fair } = await readPoolPrice(client, pool)
  const to = (fair * percent) / 100n
  const calls = await buildPoolMove(client, { pool, router, trader: from.address, to })
  await mineCalls(client, { from, calls })
}

async function feedAge({ client }: DevnetChain): Promise<bigint> {
  const { timestamp } = await client.getBlock()
  const [, , , updatedAt] = await client.readContract({
    address: devnetAddresses.ethFeed,
    abi: priceFeedAbi,
    functionName: 'latestRoundData',
  })
  return timestamp - updatedAt
}

async function supplyOf({ client }: DevnetChain): Promise<bigint> {
  const data = encodeFunctionData({ abi: devTokenAbi, functionName: 'totalSupply' })
  const { data: answer = '0x' } = await client.call({ to: devnetAddresses.usdc, data })
  return BigInt(answer)
}
