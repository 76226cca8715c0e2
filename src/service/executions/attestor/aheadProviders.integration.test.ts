import { numberToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import type { SettlementChain } from '#chains/ports/settlementChain.ts'
import { devnetKeys } from '#devnet/plan/keys.ts'
import { getDevnetChain } from '#testing/devnet/settlement.ts'
import type { Network } from '#networks/network.ts'
import { splitAssetType } from '#protocol/ids/caip.ts'
import { getAccount } from '#testing/quotes/quotes.ts'
import { getSettlement } from '../plan/executionPlan.ts'
import {
  composeServices,
  signQuote,
  type TestServices,
  waitUntilTerminal,
} from '#testing/harness/composeServices.ts'
import { startTestProxy, type TestProxy } from '#testing/harness/proxy.ts'
import { startTestHarness, type TestHarness } from '#testing/harness/harness.ts'
import { createTreasury, type Treasury } from '../jobs/treasury.ts'

const owner = privateKeyToAccount(`0x${'ba'.repeat(32)}`)
const keys = { ...devnetKeys, paymaster: devnetKeys.paymasterSigner }
const million = 10n ** 14n
/** A number of transactions that no key of the service ever comes to. */
const farAhead = 2n ** 40n

let harness: TestHarness
/** First provider of the chain that is delivered to; the node itself is its witness. */
let delta: TestProxy
let services: TestServices
const running: Treasury[] = []

beforeAll(async () => {
  harness = await startTestHarness()
  delta = await startTestProxy(getDevnetChain(harness.devnet, 'Delta').rpcUrl)
  const quorumClients = harness.network.chains.map(
    ({ chainId, rpcUrl }) => [chainId, rpcUrl] as const,
  )
  services = composeServices(throughProxy(harness.network), {
    storage: harness.database.storage,
    keys,
    quorumRpcUrls: Object.fromEntries(quorumClients),
  })
})

afterEach(async () => {
  delta.replies.clear()
  for (const treasury of running.splice(0)) await treasury.stop()
})
afterAll(async () => {
  await services.stop()
  delta.stop()
  await harness.stop()
})

test('a provider whose clock and whose nonces alone run ahead stops no delivery and uses up no nonce', async () => {
  const { client } = getDevnetChain(harness.devnet, 'Delta')
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
  const { accountAddress } = account()
  const assetId = harness.asset('Firth', 'USDC')
  await harness.devnet.faucet.send(accountAddress, [{ assetType: assetId, amount: 90_000_000n }])
  await services.start()

  const quote = await signQuote(
    await harness.newDesk().service.quotes.quoteV3({
      from: { accounts: [account()], asset: { assetId }, amount: '40000000' },
      to: { asset: { assetId: harness.asset('Delta', 'USDC') } },
    }),
    owner,
  )
  await services.executions.accept(quote, { receivedBody: quote })

  expect(await waitUntilTerminal(services, { quoteId: quote.id })).toMatchObject({
    status: 'COMPLETED',
  })
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

function account() {
  return getAccount(owner.address, services.service.quotes)
}

/** A treasury of one chain, to which a block is 100 ms: it soon thinks that many have passed. */
function startTreasury({ capUsd, depth = 1 }: { capUsd: bigint; depth?: number }): void {
  const chain: SettlementChain = { ...settled(), depth, blockMs: 100 }
  const treasury = createTreasury({
    storage: harness.database.storage,
    network: harness.network,
    chains: new Map([[chain.chainId, chain]]),
    prices: harness.newDesk().service.prices,
    capUsd,
    onError: () => undefined,
    everyMs: 200,
  })
  treasury.start()
  running.push(treasury)
}

function settled(): SettlementChain {
  return getSettlement(services.chains, splitAssetType(harness.asset('Delta', 'USDC')).chainId)
}

async function moves() {
  return harness.database.storage.query<{ active: boolean; spent: bigint | null; nonce: bigint }>(
    `select m.kind, m.active, m.spent_block as spent, t.nonce
     from inventory_moves m join transactions t using (hash) order by m.created_at`,
  )
}

async function isNewestMined(): Promise<boolean> {
  const newest = (await moves()).at(-1)
  const { client } = getDevnetChain(harness.devnet, 'Delta')
  if (!newest?.active) return false
  const mined = await client.getTransactionCount({ address: harness.network.roles.solver })
  return BigInt(mined) > newest.nonce
}

/** Lets blocks pass, and the treasury look at them. */
async function pass(blocks: number): Promise<void> {
  const { client } = getDevnetChain(harness.devnet, 'Delta')
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
