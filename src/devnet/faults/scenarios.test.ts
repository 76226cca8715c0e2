import { erc20Abi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { priceFeedAbi } from '#contracts/abi/priceFeed.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import { getChainPlan } from '../plan/chainPlan.ts'
import { planDevnet } from '../plan/devnetPlan.ts'
import { computeDriftBps, readPoolPrice } from '../feeds/poolPrices.ts'
import { startTestDevnet, type TestDevnet } from '#testing/devnet/startTestDevnet.ts'

let devnet: TestDevnet
const plan = planDevnet()

beforeAll(async () => {
  devnet = await startTestDevnet()
})
afterAll(() => devnet.stop())

test('all scenarios are listed and off at first', async () => {
  expect(await listed()).toEqual({
    'empty-solver-inventory': false,
    'moved-price': false,
    'frozen-feed': false,
    'chain-down-firth': false,
    'chain-down-delta': false,
    'chain-down-lagoon': false,
  })
})

test('empty-solver-inventory leaves the solver only gas money, and brings all back', async () => {
  const before = await inventory()
  await set('empty-solver-inventory', true)
  expect(await inventory()).toEqual(before.map(() => [0n, 0n, 0n, 0n]))
  await set('empty-solver-inventory', false)
  expect(await inventory()).toEqual(before)
})

test('moved-price moves the pool away from the feed, and back', async () => {
  await set('moved-price', true)
  expect(await drifts()).toEqual([true, true, true])
  await set('moved-price', false)
  expect(await drifts()).toEqual([false, false, false])
})

test('frozen-feed makes the price of Ether a week old, and fresh again', async () => {
  await set('frozen-feed', true)
  for (const age of await feedAges()) expect(age).toBeGreaterThanOrEqual(7n * 86_400n)
  await set('frozen-feed', false)
  for (const age of await feedAges()) expect(age).toBeLessThan(60n)
})

test('chain-down stops one chain only, which goes on afterwards where it was', async () => {
  const [firth, delta] = devnet.chains
  if (!firth || !delta) throw new Error('Two chains are missing.')
  const heightBefore = await delta.client.getBlockNumber()
  await set('chain-down-delta', true)
  await expect(delta.client.getBlockNumber()).rejects.toThrow('HTTP request failed')
  expect(await firth.client.getBlockNumber()).toBeGreaterThan(0n)
  await set('chain-down-delta', false)
  expect(await delta.client.getBlockNumber({ cacheTime: 0 })).toBeGreaterThanOrEqual(heightBefore)
})

test('switching on twice does nothing more, and an unknown name is refused', async () => {
  await set('moved-price', true)
  const after = await poolPrices()
  await set('moved-price', true)
  expect(await poolPrices()).toEqual(after)
  await set('moved-price', false)
  expect((await set('no-such-thing', true)).status).toBe(400)
})

async function listed() {
  const response = await route('GET').handle({ body: undefined, params: {}, query: {} })
  const rows: { name: string; active: boolean }[] = JSON.parse(response.body)
  return Object.fromEntries(rows.map(({ name, active }) => [name, active]))
}

function set(name: string, active: boolean) {
  return route('POST').handle({ body: { name, active }, params: {}, query: {} })
}

function route(method: 'GET' | 'POST') {
  const found = devnet.routes.find(
    (one) => one.path === '/api/devnet/scenarios' && one.method === method,
  )
  if (!found) throw new Error('There are no scenarios.')
  return found
}

function inventory() {
  const { solver } = devnet.network.roles
  return Promise.all(
    devnet.chains.map(({ client, number }) =>
      Promise.all(
        getChainPlan(plan, number).tokens.map(({ address }) =>
          client.readContract({
            address,
            abi: erc20Abi,
            functionName: 'balanceOf',
            args: [solver],
          }),
        ),
      ),
    ),
  )
}

function poolPrices() {
  return Promise.all(
    devnet.chains.map(({ client, number }) => {
      const [pool] = getChainPlan(plan, number).pools
      if (!pool) throw new Error('There is no pool.')
      return readPoolPrice(client, pool)
    }),
  )
}

/** Whether each chain's Ether pool is more than 5 % off its feeds. */
async function drifts() {
  return (await poolPrices()).map((price) => computeDriftBps(price) > 500n)
}

function feedAges() {
  return Promise.all(
    devnet.chains.map(async ({ client }) => {
      const { timestamp } = await client.getBlock()
      const [, , , updatedAt] = await client.readContract({
        address: devnetAddresses.ethFeed,
        abi: priceFeedAbi,
        functionName: 'latestRoundData',
      })
      return timestamp - updatedAt
    }),
  )
}
