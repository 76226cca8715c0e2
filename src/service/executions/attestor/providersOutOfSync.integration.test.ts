import { numberToHex } from 'viem'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import type { SettlementChain } from '#chains/ports/settlementChain.ts'
import type { Network } from '#networks/network.ts'
import { splitAssetType } from '#protocol/ids/caip.ts'
import { getSettlement } from '../plan/executionPlan.ts'
import type { TestServices } from '#testing/harness/composeServices.ts'
import { startTestProxy, type TestProxy } from '#testing/harness/proxy.ts'
import { setUpHarness } from '#testing/harness/harness.ts'
import { createTreasury, type Treasury } from '../jobs/treasury.ts'

const harness = setUpHarness({ funds: [['Firth', 'USDC', 90_000_000n]] })
const { asset, createServices, execute, getNode, requestQuote } = harness
/** First provider of the destination chain; the node itself is its witness. */
let delta: TestProxy
let services: TestServices

beforeAll(async () => {
  delta = await startTestProxy(getNode('Delta').rpcUrl)
  const quorumClients = harness.network.chains.map(
    ({ chainId, rpcUrl }) => [chainId, rpcUrl] as const,
  )
  services = createServices({
    network: throughProxy(harness.network),
    quorumRpcUrls: Object.fromEntries(quorumClients),
  })
})
afterAll(async () => {
  await services.stop()
  delta.stop()
})

const million = 10n ** 14n
/** A number of transactions that no key of the service ever comes to. */
const farAhead = 2n ** 40n

const running: Treasury[] = []

afterEach(async () => {
  delta.replies.clear()
  for (const treasury of running.splice(0)) await treasury.stop()
})

test('a provider whose clock and whose nonces alone run ahead stops no delivery and uses up no nonce', async () => {
  const { client } = getNode('Delta')
  delta.replies.set('eth_getTransactionCount', () => numberToHex(farAhead))
  delta.replies.set('eth_getBlockByNumber', async ([tag, full]) => {
    const known = { method: 'eth_getBlockByNumber', params: [tag, full] } as const
    if (tag !== 'latest') return client.request(Object(known))
    const { number, timestamp } = await client.getBlock()
    const block = { method: known.method, params: [numberToHex(number - 1n), full] }
    return {
      ...Object(await client.request(Object(block))),
      timestamp: numberToHex(timestamp + 3600n),
    }
  })
  await services.start()

  const [from, to] = [asset('Firth', 'USDC'), asset('Delta', 'USDC')]
  const quote = await requestQuote({ from, amount: '40000000', to })

  expect(await execute(quote, services)).toMatchObject({ status: 'COMPLETED' })
  startTreasury({ capUsd: 65n * million })
  await expect.poll(moves).toMatchObject([{ kind: 'sweep', active: false }])
  const [row] = await harness.database.storage.query<{ next: bigint }>(
    'select max(next_nonce) as next from signer_nonces',
  )
  expect(row?.next).toBeLessThan(farAhead)
})

test('a sweep that is in a block counts until it is deep enough, however long that takes', async () => {
  const before = await moves()
  startTreasury({ capUsd: 60n * million, depth: 60 })
  await expect.poll(isNewestMined).toBe(true)

  await pass(30)

  expect(await moves()).toMatchObject([...before, { kind: 'sweep', active: true, spent: null }])
  await pass(30)
  await expect
    .poll(async () => (await moves())[before.length])
    .toMatchObject({ active: false, spent: expect.any(BigInt) })
})

test('a sweep whose receipt one provider does not show yet is not taken for lost, nor made twice', async () => {
  const before = (await moves()).length
  delta.replies.set('eth_getTransactionReceipt', () => null)
  startTreasury({ capUsd: 50n * million })
  await expect.poll(isNewestMined).toBe(true)

  await pass(5)

  const [newest, ...more] = (await moves()).slice(before)
  expect(newest).toMatchObject({ active: true, spent: null })
  expect(more).toEqual([])
})

/** A treasury of one chain, to which a block is 100 ms: it soon thinks that many have passed. */
function startTreasury({ capUsd, depth = 1 }: { capUsd: bigint; depth?: number }): void {
  const chain: SettlementChain = { ...settled(), depth, blockMs: 100 }
  const treasury = createTreasury({
    storage: harness.database.storage,
    network: harness.network,
    chains: new Map([[chain.chainId, chain]]),
    prices: harness.services.service.prices,
    capUsd,
    onError: () => undefined,
    everyMs: 200,
  })
  treasury.start()
  running.push(treasury)
}

function settled(): SettlementChain {
  return getSettlement(services.chains, splitAssetType(asset('Delta', 'USDC')).chainId)
}

async function moves() {
  return harness.database.storage.query<{ active: boolean; spent: bigint | null; nonce: bigint }>(
    `select m.kind, m.active, m.spent_block as spent, t.nonce
     from inventory_moves m join transactions t using (hash) order by m.created_at`,
  )
}

async function isNewestMined(): Promise<boolean> {
  const newest = (await moves()).at(-1)
  const { client } = getNode('Delta')
  if (!newest?.active) return false
  const mined = await client.getTransactionCount({ address: harness.network.roles.solver })
  return BigInt(mined) > newest.nonce
}

/** Lets blocks pass, and the treasury look at them. */
async function pass(blocks: number): Promise<void> {
  const { client } = getNode('Delta')
  await client.mine({ blocks })
  const { number } = await client.getBlock()
  await expect.poll(async () => (await client.getBlock()).number).toBeGreaterThan(number + 3n)
}

function throughProxy(network: Network): Network {
  const chains = network.chains.map((chain) =>
    chain.name === 'Delta' ? { ...chain, rpcUrl: delta.url } : chain,
  )
  return { ...network, chains }
}
