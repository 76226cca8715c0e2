import { keccak256 } from 'viem/utils'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { DevnetChain } from '#devnet/deploy/startChains.ts'
import type { Network } from '#networks/network.ts'
import { splitAssetType } from '#protocol/ids/caip.ts'
import { Hex } from '#protocol/ids/hex.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { startTestDatabase } from '#testing/harness/database.ts'
import { type ExecutionPlan, getSettlement } from '../plan/executionPlan.ts'
import { parseExecutionPlan } from '../plan/parseExecutionPlan.ts'
import { type TestServices, waitUntilTerminal } from '#testing/harness/composeServices.ts'
import { startTestProxy, type TestProxy } from '#testing/harness/proxy.ts'
import { setUpHarness } from '#testing/harness/harness.ts'

const harness = setUpHarness({
  funds: [
    ['Firth', 'USDC', 900_000_000n],
    ['Delta', 'USDC', 900_000_000n],
  ],
})
const { accept, asset, balanceOf, getNode, requestQuote } = harness

let proxies: readonly TestProxy[]
/** The devnet through the proxies. */
let network: Network

beforeAll(async () => {
  const { devnet } = harness
  proxies = await Promise.all(devnet.chains.map(({ rpcUrl }) => startTestProxy(rpcUrl)))
  const chains = devnet.network.chains.map((chain, index) => ({
    ...chain,
    rpcUrl: proxies[index]?.url ?? '',
  }))
  network = { ...devnet.network, chains }
})

afterAll(() => {
  for (const proxy of proxies) proxy.stop()
})

function createServices(storage = harness.database.storage): TestServices {
  return harness.createServices({ network, storage })
}

function getProxiedNode(name: 'Firth' | 'Delta' | 'Lagoon'): {
  node: DevnetChain
  proxy: TestProxy
} {
  const node = getNode(name)
  const proxy = proxies[harness.devnet.chains.indexOf(node)]
  if (!proxy) throw new Error(`There is no proxy of ${name}.`)
  return { node, proxy }
}

/** State of each order, or whether the operation's nonce is used for legs without an order. */
async function readLegs(services: TestServices, plan: ExecutionPlan) {
  return Promise.all(
    plan.legs.map(async ({ chainId, orderHash, sender, nonce }) => {
      const chain = getSettlement(services.chains, chainId)
      const orders = orderHash ? [orderHash] : []
      const question = { orders, nonces: [{ sender, nonce }], fills: [] }
      const { number } = await chain.readHead()
      const state = await chain.readState(question, number)
      return state.orders[0] ?? (state.nonces[0] ? 'used' : 'unused')
    }),
  )
}

/** Waits for more than one further tick of an execution. */
async function untilLookedAt(quoteId: string): Promise<void> {
  const first = await readVersion(quoteId)
  // A tick increments the version at least twice: when it begins and when it ends.
  await expect.poll(() => readVersion(quoteId)).toBeGreaterThan(first + 6n)
}

async function readVersion(quoteId: string): Promise<bigint> {
  const [row] = await harness.database.storage.query<{ version: bigint }>(
    'select version from executions where quote_id = $1',
    [quoteId],
  )
  return row?.version ?? 0n
}

async function toStatus(services: TestServices, { id }: Quote): Promise<string | undefined> {
  const record = await services.executions.status(id)
  return 'status' in record ? record.status : undefined
}

test('a leg that is held back and lands after the cancel is refunded, and nothing ends before', async () => {
  const services = createServices()
  const to = asset('Lagoon', 'WETH')
  const quote = await requestQuote({ from: 'agg:usdc', amount: '1200000000', to })
  const plan = parseExecutionPlan(quote, { network, chains: services.chains })
  const usdc = [asset('Firth', 'USDC'), asset('Delta', 'USDC')]
  const before = await Promise.all(usdc.map((one) => balanceOf(one)))
  const { node, proxy } = getProxiedNode('Delta')
  const held: Hex[] = []
  proxy.replies.set('eth_sendRawTransaction', ([raw]) => {
    held.push(Hex.parse(raw))
    return keccak256(Hex.parse(raw))
  })
  await accept(quote, services)
  await services.start()
  const delta = plan.legs.findIndex(
    ({ chainId }) => chainId === splitAssetType(usdc[1] ?? to).chainId,
  )
  const firth = 1 - delta
  await expect.poll(async () => (await readLegs(services, plan))[firth]).toBe('held')
  // Too late to deliver: given up, and what is held goes back.
  await getProxiedNode('Lagoon').node.client.increaseTime({ seconds: 290 })
  await expect.poll(async () => (await readLegs(services, plan))[firth]).toBe('refunded')
  await untilLookedAt(quote.id)
  expect(await readLegs(services, plan)).toContain('none')
  expect(await toStatus(services, quote)).toBe('IN_PROGRESS')
  // Now the bytes arrive after all.
  proxy.replies.clear()
  const [raw] = held
  if (raw) await node.client.sendRawTransaction({ serializedTransaction: raw })
  const record = await waitUntilTerminal(services, { quoteId: quote.id })
  await services.stop()
  expect(record).toMatchObject({ status: 'REFUNDED', failReason: 'ORDER_EXPIRED' })
  expect(record.originChainOperations).toHaveLength(2)
  expect(record.refundOperations).toHaveLength(2)
  expect(await readLegs(services, plan)).toEqual(['refunded', 'refunded'])
  expect(await Promise.all(usdc.map((one) => balanceOf(one)))).toEqual(before)
})

test('a swap that landed is no refund while the node shows no receipts, even past its deadline', async () => {
  const services = createServices()
  const from = asset('Firth', 'USDC')
  const quote = await requestQuote({ from, amount: '3000000', to: asset('Firth', 'WETH') })
  const plan = parseExecutionPlan(quote, { network, chains: services.chains })
  const before = await balanceOf(from)
  const { node, proxy } = getProxiedNode('Firth')
  proxy.replies.set('eth_getTransactionReceipt', () => null)
  proxy.replies.set('eth_getLogs', () => [])
  await accept(quote, services)
  await services.start()
  await expect.poll(() => readLegs(services, plan)).toEqual(['used'])
  await node.client.increaseTime({ seconds: 400 })
  await untilLookedAt(quote.id)
  expect(await toStatus(services, quote)).toBe('PENDING')
  proxy.replies.clear()
  const record = await waitUntilTerminal(services, { quoteId: quote.id })
  await services.stop()
  expect(record.status).toBe('COMPLETED')
  expect(record.originChainOperations).toHaveLength(1)
  expect(before - (await balanceOf(from))).toBe(3_000_000n)
})

test('a swap that the pool no longer gives ends REFUNDED at once, with the reason', async () => {
  const services = createServices()
  const from = asset('Delta', 'USDC')
  const quote = await requestQuote({ from, amount: '3000000', to: asset('Delta', 'WETH') })
  const before = await balanceOf(from)
  await accept(quote, services)
  await harness.devnet.scenarios.set('moved-price', true)
  await services.start()
  const record = await waitUntilTerminal(services, { quoteId: quote.id })
  await services.stop()
  await harness.devnet.scenarios.set('moved-price', false)
  expect(record).toMatchObject({ status: 'REFUNDED', failReason: 'TOO_LITTLE_RECEIVED' })
  // Long before its deadline.
  const [leg] = parseExecutionPlan(quote, { network, chains: services.chains }).legs
  const { timestamp } = await getProxiedNode('Delta').node.client.getBlock()
  expect(timestamp).toBeLessThan(leg?.validUntil ?? 0n)
  expect(await balanceOf(from)).toBe(before)
})

test('a database that is lost while a deposit is held: executed again, value moves once', async () => {
  const services = createServices()
  const from = asset('Delta', 'USDC')
  const to = asset('Lagoon', 'USDC')
  const quote = await requestQuote({ from, amount: '4000000', to })
  const plan = parseExecutionPlan(quote, { network, chains: services.chains })
  const before = [await balanceOf(from), await balanceOf(to)] as const
  const { node, proxy } = getProxiedNode('Delta')
  const sent: Hex[] = []
  proxy.replies.set('eth_sendRawTransaction', ([raw]) => {
    sent.push(Hex.parse(raw))
    return keccak256(Hex.parse(raw))
  })
  await accept(quote, services)
  await services.start()
  await expect.poll(() => sent.length).toBeGreaterThan(0)
  await services.stop()
  proxy.replies.clear()
  // Everything is forgotten; the quote is still good, and its deposit on its way.
  const other = await startTestDatabase()
  const again = createServices(other.storage)
  expect(await again.executions.status(quote.id)).toEqual({})
  await accept(quote, again)
  const [raw] = sent
  if (raw) await node.client.sendRawTransaction({ serializedTransaction: raw })
  await expect.poll(() => readLegs(again, plan)).toEqual(['held'])
  await again.start()
  const record = await waitUntilTerminal(again, { quoteId: quote.id })
  await again.stop()
  await other.stop()
  expect(record.status).toBe('COMPLETED')
  expect(await balanceOf(from)).toBe(before[0] - 4_000_000n)
  expect(await balanceOf(to)).toBe(before[1] + BigInt(quote.destinationToken.amount))
})
