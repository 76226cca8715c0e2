import { expect, test } from 'vitest'

import type { Market } from '#chains/ports/chain.ts'
import { loadNetwork } from '#networks/loadNetwork.ts'
import type { AssetType, ChainId } from '#protocol/ids/caip.ts'
import { createLevels, type Level } from './levels.ts'

const network = loadNetwork('devnet', { chains: '71117001' })
const [chain] = network.chains
const now = BigInt(Math.floor(Date.now() / 1000))
const ether = 10n ** 18n

/** A chain on which everything is the same: coins, deposit, units of each asset, age of feeds. */
function watch() {
  const state = { coins: ether, deposit: ether, units: 10n ** 21n, ageSeconds: 1n, isSilent: false }
  const levels: (readonly Level[])[] = []
  const faults: Level[] = []
  const chainId: ChainId = chain?.chainId ?? 'eip155:0'
  const adapter = {
    readMarket: async (feeds: readonly string[]): Promise<Market> => ({
      blockNumber: 1n,
      blockTime: now,
      gasPrice: 10n ** 9n,
      feeds: feeds.map(() =>
        state.isSilent
          ? undefined
          : { answer: 10n ** 8n, startedAt: now, updatedAt: now - state.ageSeconds },
      ),
    }),
  }
  const settlement = {
    senders: network.roles,
    readBalance: async () => ({ units: state.coins, block: 1n, hasCode: false }),
    readDeposit: async () => state.deposit,
    readInventory: async (assetTypes: readonly AssetType[]) => ({
      block: 1n,
      holdings: assetTypes.map((assetType) => ({ assetType, units: state.units, allowance: 0n })),
    }),
  }
  const job = createLevels({
    network,
    chains: new Map([[chainId, adapter]]),
    settlements: new Map([[chainId, settlement]]),
    prices: { read: async () => ({ priceUsd: () => 10n ** 8n }) },
    capUsd: 100_000n * 10n ** 8n,
    everyMs: 5,
    onRead: (read) => levels.push(read),
    onFault: (level) => faults.push(level),
    onError: (error) => {
      throw error
    },
  })
  async function round(): Promise<readonly Level[]> {
    const before = levels.length
    await expect.poll(() => levels.length).toBeGreaterThan(before + 1)
    return levels.at(-1) ?? []
  }
  return { state, faults, job, round }
}

test('coins, deposit and inventory are shown, and each raises one alarm before it runs out', async () => {
  const { state, faults, job, round } = watch()
  job.start()
  const read = await round()
  const coins = read.filter(({ name }) => name === 'coins')
  expect(coins.map(({ of, value }) => [of.split(' ')[0], value])).toEqual([
    ['executor', 1],
    ['solver', 1],
    ['paymaster', 1],
  ])
  expect(read.some(({ name, of }) => name === 'inventory_usd' && of === 'USDC')).toBe(true)
  expect(faults).toEqual([])

  state.deposit = ether / 100n
  await round()
  await round()
  expect(faults).toMatchObject([
    { name: 'coins', of: 'paymaster', value: 0.01, fault: expect.stringContaining('0.02 coins') },
  ])
  state.deposit = ether
  await round()
  state.deposit = 0n
  state.units = 0n
  await round()
  expect(faults.filter(({ of }) => of === 'paymaster')).toHaveLength(2)
  expect(faults.filter(({ name }) => name === 'inventory_usd').map(({ of }) => of)).toContain(
    'USDC',
  )
  await job.stop()
})

test('an asset that the solver never had enough of is shown without an alarm', async () => {
  const { state, faults, job, round } = watch()
  state.units = 0n
  job.start()
  const read = await round()
  expect(read).toContainEqual(expect.objectContaining({ name: 'inventory_usd', value: 0 }))
  expect(faults).toEqual([])
  await job.stop()
})

test('a feed that is too old or gives no price raises an alarm', async () => {
  const { state, faults, job, round } = watch()
  state.ageSeconds = 1_000_000n
  job.start()
  await round()
  expect(faults).toContainEqual(
    expect.objectContaining({ name: 'feed_age_seconds', value: 1_000_000 }),
  )
  const aged = faults.length
  state.ageSeconds = 1n
  await round()
  state.isSilent = true
  expect(await round()).toContainEqual(
    expect.objectContaining({ name: 'feed_age_seconds', value: Infinity }),
  )
  expect(faults.length).toBe(2 * aged)
  await job.stop()
})
