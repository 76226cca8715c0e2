import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'

import { devnetKeys } from '#devnet/keys.ts'
import type { DevnetChain } from '#devnet/startChains.ts'
import { startTestDevnet, type TestDevnet } from '#devnet/startTestDevnet.ts'
import { chainOf } from '#devnet/testSettlement.ts'
import type { Network } from '#networks/network.ts'
import type { RoleBasedAccount } from '#protocol/account.ts'
import { type AssetType, splitAssetType } from '#protocol/caip.ts'
import type { Hash } from '#protocol/hex.ts'
import type { Quote } from '#protocol/quote.ts'
import { accountOf } from '../quotes/testQuotes.ts'
import { findAttestations } from '../storage/attestationRows.ts'
import { findSteps } from '../storage/stepRows.ts'
import { startTestDatabase, type TestDatabase } from '../storage/testDatabase.ts'
import { type PlanDestination, settlementOf } from './plan.ts'
import { planOf } from './planOf.ts'
import { assetOf, composeDesk, signQuote, type TestDesk, untilTerminal } from './testDesk.ts'
import { startTestProxy, type TestProxy } from './testProxy.ts'

const owner = privateKeyToAccount(`0x${'b7'.repeat(32)}`)
const keys = { ...devnetKeys, paymaster: devnetKeys.paymasterSigner }

let devnet: TestDevnet
let database: TestDatabase
let account: RoleBasedAccount
/** In front of the origin, and of the destination: what is sent there may get lost. */
let firth: TestProxy
let lagoon: TestProxy
/** With two confirmations everywhere. */
let network: Network
let desk: TestDesk

beforeAll(async () => {
  ;[devnet, database] = await Promise.all([startTestDevnet(), startTestDatabase()])
  firth = await startTestProxy(chainOf(devnet, 'Firth').rpcUrl)
  lagoon = await startTestProxy(chainOf(devnet, 'Lagoon').rpcUrl)
  network = deep({
    ...devnet.network,
    chains: devnet.network.chains.map((chain) => ({
      ...chain,
      ...(chain.name === 'Firth' && { rpcUrl: firth.url }),
      ...(chain.name === 'Lagoon' && { rpcUrl: lagoon.url }),
    })),
  })
  account = accountOf(owner.address, newDesk().service.quotes)
  await devnet.faucet.give(account.accountAddress, [
    { assetType: asset('Firth', 'USDC'), amount: 900_000_000n },
  ])
}, 60_000)

afterAll(async () => {
  firth.stop()
  lagoon.stop()
  await database.stop()
  await devnet.stop()
})

beforeEach(async () => {
  desk = newDesk()
  await desk.start()
})
afterEach(async () => {
  firth.replies.clear()
  lagoon.replies.clear()
  await desk.stop()
})

test('a fill that is rolled back before it counts is attested only once the same bytes are mined again', async () => {
  await desk.stop()
  // Deep enough that it does not count before it is rolled back, however slow the machine is.
  desk = composeDesk(deep(network, 6), { storage: database.storage, keys })
  await desk.start()
  const { quote, order, destination } = await execute('50000000')
  await untilFilled(destination)
  const request = { quote, leg: 0 }
  const hashes = await fillHashes(quote)
  expect(
    await desk.attestor.attest({ orderHash: order, verdict: 'Filled', request }),
  ).toMatchObject({ kind: 'wait' })
  await rollBack(chainOf(devnet, 'Lagoon'), 4)
  expect(await fillAtHead(destination)).toBe('open')
  expect(await findAttestations(database.storage, [order])).toEqual([])

  const record = await untilTerminal(desk, { quoteId: quote.id })
  expect(record).toMatchObject({ status: 'COMPLETED' })
  expect(record.destinationChainOperations.map(({ hash }) => hash)).toEqual(hashes)
}, 60_000)

test('a fill that is rolled back although it was attested is delivered again before anything is released', async () => {
  const { quote, order, destination } = await execute('40000000')
  await untilFilled(destination)
  // The deposit is in; nothing more gets into a block of the origin.
  firth.replies.set('eth_sendRawTransaction', () => `0x${'ee'.repeat(32)}`)
  await untilAttested(order)
  await expect.poll(() => phaseOf(quote), { timeout: 20_000 }).toBe('releasing')
  const recipient = await received()
  await rollBack(chainOf(devnet, 'Lagoon'), 4)
  expect(await fillAtHead(destination)).toBe('open')
  expect(await received()).toBeLessThan(recipient)
  firth.replies.clear()

  expect(await untilTerminal(desk, { quoteId: quote.id })).toMatchObject({ status: 'COMPLETED' })
  expect(await fillAtHead(destination)).toBe(destination.fillHash)
  expect(await received()).toBe(recipient)
}, 60_000)

test('a fill that is rolled back for good after it was attested is refunded, never released', async () => {
  await desk.stop()
  // The release is never even signed: whatever was, could still land.
  desk = composeDesk(network, {
    storage: database.storage,
    keys,
    onBoundary(boundary, about) {
      if (boundary === 'before sign' && about === 'release') throw new Error('Not released yet.')
    },
  })
  await desk.start()
  const before = await held()
  const { quote, order, destination } = await execute('30000000')
  await untilFilled(destination)
  await untilAttested(order)
  await expect.poll(() => phaseOf(quote), { timeout: 20_000 }).toBe('releasing')
  // Nothing more gets into a block of the destination until the delivery's time is over there.
  lagoon.replies.set('eth_sendRawTransaction', () => `0x${'ee'.repeat(32)}`)
  const { client } = chainOf(devnet, 'Lagoon')
  await rollBack(chainOf(devnet, 'Lagoon'), 4)
  await client.increaseTime({ seconds: 400 })
  await client.mine({ blocks: 2 })
  await expect.poll(() => phaseOf(quote), { timeout: 20_000 }).toBe('refunding')
  expect(await escrowState(order)).toBe('held')
  lagoon.replies.clear()
  await chainOf(devnet, 'Firth').client.increaseTime({ seconds: 1_000 })

  const record = await untilTerminal(desk, { quoteId: quote.id, timeoutMs: 60_000 })
  expect(record).toMatchObject({ status: 'REFUNDED', failReason: 'ORDER_EXPIRED' })
  expect(await escrowState(order)).toBe('refunded')
  expect(await fillAtHead(destination)).not.toBe(destination.fillHash)
  expect(await held()).toBe(before)
}, 120_000)

/** Several confirmations everywhere. */
function deep(given: Network, depth = 2): Network {
  return { ...given, chains: given.chains.map((chain) => ({ ...chain, depth })) }
}

function newDesk(): TestDesk {
  return composeDesk(network, { storage: database.storage, keys })
}

/** Has a swap from Firth to Lagoon accepted. */
async function execute(amount: string) {
  const { quotes, balances } = composeDesk(devnet.network, {
    storage: database.storage,
    keys,
  }).service
  balances.forget(account.accountAddress)
  const from = { accounts: [account], asset: { assetId: asset('Firth', 'USDC') }, amount }
  const to = { asset: { assetId: asset('Lagoon', 'USDC') } }
  const quote = await signQuote(await quotes.quoteV3({ from, to }), owner)
  const { legs, destination } = planOf(quote, { network, chains: desk.chains })
  const order = legs[0]?.orderHash
  if (!order || !destination) throw new Error('The quote deposits nothing.')
  await desk.executions.accept(quote, { receivedBody: quote })
  return { quote, order, destination }
}

async function untilFilled(destination: PlanDestination): Promise<void> {
  await expect
    .poll(() => fillAtHead(destination), { timeout: 20_000, interval: 20 })
    .toBe(destination.fillHash)
}

async function untilAttested(order: string): Promise<void> {
  await expect
    .poll(() => findAttestations(database.storage, [order]), { timeout: 20_000, interval: 20 })
    .toMatchObject([{ verdict: 'Filled', signature: expect.stringMatching(/^0x/) }])
}

async function fillAtHead({ chainId, solver, fillId }: PlanDestination) {
  const chain = settlementOf(desk.chains, chainId)
  const { number } = await chain.readHead()
  const question = { orders: [], nonces: [], fills: [{ solver, fillId }] }
  return (await chain.readState(question, number)).fills[0]
}

async function escrowState(order: Hash) {
  const chain = settlementOf(desk.chains, splitAssetType(asset('Firth', 'USDC')).chainId)
  const { number } = await chain.readHead()
  const orders = [order]
  return (await chain.readState({ orders, nonces: [], fills: [] }, number)).orders[0]
}

async function fillHashes({ id }: Quote): Promise<readonly string[]> {
  const { transactions } = await findSteps(database.storage, id)
  return transactions.filter(({ action }) => action === 'fill').map(({ hash }) => hash)
}

async function phaseOf({ id }: Quote): Promise<string | undefined> {
  const sql = 'select phase from executions where quote_id = $1'
  return (await database.storage.query<{ phase: string }>(sql, [id]))[0]?.phase
}

function received(): Promise<bigint> {
  return balanceOf(asset('Lagoon', 'USDC'))
}

function held(): Promise<bigint> {
  return balanceOf(asset('Firth', 'USDC'))
}

async function balanceOf(assetType: AssetType): Promise<bigint> {
  const chain = settlementOf(desk.chains, splitAssetType(assetType).chainId)
  return (await chain.readBalance(account.accountAddress, assetType)).units
}

/** Replaces the newest blocks by empty ones. */
async function rollBack({ client }: DevnetChain, depth: number): Promise<void> {
  await client.request<{ Method: string; Parameters: unknown[]; ReturnType: null }>({
    method: 'anvil_reorg',
    params: [depth, []],
  })
}

function asset(chain: string, symbol: string): AssetType {
  return assetOf(devnet.network, { chain, symbol })
}
