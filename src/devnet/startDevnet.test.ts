import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { priceFeedAbi } from '#contracts/abi/priceFeed.ts'
import { devnetAddresses } from '#networks/devnet/devnetAddresses.ts'
import { devnetCurrencyFeeds, devnetSecondFeeds } from '#networks/secondFeeds.ts'
import { planDevnet } from './plan/devnetPlan.ts'
import { isAlive } from './node/processes.ts'
import { startChains } from './deploy/startChains.ts'
import { type Devnet, startDevnet } from './startDevnet.ts'

const ports = { 71_117_001: 0, 71_117_002: 0, 71_117_003: 0 }
/** EVM chains only; startDevnetSolana.integration.test.ts tests the cluster. */
const evmOnly = { ports, chains: Object.keys(ports).join(',') }
let dataDir: string
let running: Devnet[]

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'estuary-data-'))
  running = []
})
afterEach(async () => {
  await Promise.all(running.map((devnet) => devnet.stop()))
  await rm(dataDir, { recursive: true, force: true })
})

test('a start leaves no process behind, the next continues its chains without its scenario, and one with a damaged chain ends the others', async () => {
  const first = await start()
  expect(first.network.chains.map(({ rpcUrl }) => rpcUrl)).toEqual(Object.values(first.rpcUrls))
  expect(new Set(Object.values(first.rpcUrls)).size).toBe(3)
  const address = '0x00000000000000000000000000000000000A11cE'
  const faucet = first.routes.find(({ path }) => path === '/api/devnet/faucet')
  await faucet?.handle({ body: { address }, params: {}, query: {} })
  const before = await heightsAndBalances(first)
  await setScenario(first, { name: 'empty-solver-inventory', active: true })
  const pids = first.chains.flatMap(({ node }) => node.pid() ?? [])
  await first.stop()
  expect(pids.map(isAlive)).toEqual([false, false, false])
  const second = await start()
  const after = await heightsAndBalances(second)
  expect(after.map(({ balance }) => balance)).toEqual(before.map(({ balance }) => balance))
  after.forEach(({ height }, index) =>
    expect(height).toBeGreaterThanOrEqual(before[index]?.height ?? 0n),
  )
  const { solver } = second.network.roles
  for (const { client } of second.chains)
    expect(await client.getBalance({ address: solver })).toBeGreaterThan(10n ** 21n)
  expect(await setScenario(second, { name: 'moved-price', active: false })).not.toContain('true')
  await second.stop()
  await writeFile(join(dataDir, 'devnet', 'delta.json'), 'garbage')
  await expect(start()).rejects.toThrow(/^The state of Delta in .* cannot/)
  const locks = ['firth', 'lagoon'].map((name) => join(dataDir, 'devnet', `${name}.json.lock`))
  expect(locks.map((lock) => existsSync(lock))).toEqual([false, false])

  function heightsAndBalances({ chains }: Devnet) {
    return Promise.all(
      chains.map(async ({ client }) => ({
        height: await client.getBlockNumber(),
        balance: await client.getBalance({ address }),
      })),
    )
  }
})

test('a devnet that was deployed before there was a price of SOL, a second source, or a rate of a currency, gets them at its next start', async () => {
  const plan = planDevnet()
  const { solFeed } = devnetAddresses
  const later: readonly string[] = [
    ...Object.values(devnetSecondFeeds),
    ...Object.values(devnetCurrencyFeeds),
  ]
  const older = {
    ...plan,
    chains: plan.chains.map((chain) => ({
      ...chain,
      feeds: chain.feeds.filter(({ address }) => address !== solFeed),
      secondFeeds: [],
      currencyFeeds: [],
      creations: chain.creations.filter(
        ({ address }) => address !== solFeed && !later.includes(address),
      ),
    })),
  }
  const folder = join(dataDir, 'devnet')
  const chains = await startChains({ folder, ports, plan: older, onWarning: () => undefined })
  const codes = chains.map(({ client }) => client.getCode({ address: solFeed }))
  expect(await Promise.all(codes)).toEqual([undefined, undefined, undefined])
  await Promise.all(chains.map(({ node }) => node.stop()))
  const started = (await start()).chains
  const euro = { address: devnetCurrencyFeeds.EUR, abi: priceFeedAbi } as const
  const rate = await started[0]?.client.readContract({ ...euro, functionName: 'latestRoundData' })
  expect(rate?.[1]).toBe(108_000_000n)
  for (const { client } of started) {
    for (const address of [solFeed, devnetSecondFeeds.sol]) {
      const feed = { address, abi: priceFeedAbi } as const
      const [, answer] = await client.readContract({ ...feed, functionName: 'latestRoundData' })
      expect(answer).toBe(15_000_000_000n)
    }
  }
})

test('a start that is called off while contracts are created ends its nodes, and the next one goes on', async () => {
  const stop = new AbortController()
  const starting = startDevnet({ dataDir, ...evmOnly, signal: stop.signal })
  const outcome = starting.then(() => 'started', String)
  const locks = ['firth', 'delta', 'lagoon'].map((name) =>
    join(dataDir, 'devnet', `${name}.json.lock`),
  )
  while (!locks.every((lock) => existsSync(lock))) await nextTurn()
  const pids = locks.map((lock) => Number(readFileSync(lock, 'utf8').split(' ')[0]))
  stop.abort(new Error('called off'))
  expect(await outcome).toBe('Error: called off')
  expect(pids.map(isAlive)).toEqual([false, false, false])
  expect((await start()).chains).toHaveLength(3)
})

test('a data folder that is a file is said in one sentence', async () => {
  const file = join(dataDir, 'file')
  await writeFile(file, '')
  await expect(startDevnet({ dataDir: file, ...evmOnly })).rejects.toThrow(
    /^The state folder .* cannot/,
  )
})

async function start(): Promise<Devnet> {
  const devnet = await startDevnet({ dataDir, ...evmOnly })
  running.push(devnet)
  return devnet
}

async function setScenario({ routes }: Devnet, body: { name: string; active: boolean }) {
  const route = routes.find(
    ({ path, method }) => path === '/api/devnet/scenarios' && method === 'POST',
  )
  const response = await route?.handle({ body, params: {}, query: {} })
  return response?.body
}
