import { createWalletClient, erc20Abi, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { devnetKeys } from '#devnet/plan/keys.ts'
import type { DevnetChain } from '#devnet/deploy/startChains.ts'
import { startTestDevnet, type TestDevnet } from '#testing/devnet/startTestDevnet.ts'
import type { RoleBasedAccount } from '#protocol/accounts/account.ts'
import { type AssetType, EvmAddress, splitAssetType } from '#protocol/ids/caip.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { getAccount } from '#testing/quotes/quotes.ts'
import { requestAttestation } from '../../storage/executions/attestationRows.ts'
import { readSponsorLosses } from '../../storage/tables/sponsorBudgets.ts'
import { startTestDatabase, type TestDatabase } from '#testing/harness/database.ts'
import { parseExecutionPlan } from '../plan/parseExecutionPlan.ts'
import {
  getAsset,
  composeServices,
  signQuote,
  type TestServices,
  waitUntilTerminal,
} from '#testing/harness/composeServices.ts'

const owner = privateKeyToAccount(`0x${'a2'.repeat(32)}`)
const keys = { ...devnetKeys, paymaster: devnetKeys.paymasterSigner }

let devnet: TestDevnet
let database: TestDatabase
let account: RoleBasedAccount

beforeAll(async () => {
  ;[devnet, database] = await Promise.all([startTestDevnet(), startTestDatabase()])
  account = getAccount(owner.address, createServices().service.quotes)
  await devnet.faucet.send(account.accountAddress, [
    { assetType: asset('Firth', 'USDC'), amount: 900_000_000n },
    { assetType: asset('Delta', 'USDC'), amount: 900_000_000n },
  ])
})

afterAll(async () => {
  await database.stop()
  await devnet.stop()
})

function createServices(): TestServices {
  return composeServices(devnet.network, { storage: database.storage, keys })
}

function asset(chain: string, symbol: string): AssetType {
  return getAsset(devnet.network, { chain, symbol })
}

async function ask(
  services: TestServices,
  request: { from: string; amount: string; to: AssetType },
): Promise<Quote> {
  services.service.balances.forget(account.accountAddress)
  const from = { accounts: [account], asset: { assetId: request.from }, amount: request.amount }
  const to = { asset: { assetId: request.to } }
  return signQuote(await services.service.quotes.quoteV3({ from, to }), owner)
}

/** Runs a desk's worker and attestor for as long as `work` takes. */
async function running<Result>(
  services: TestServices,
  work: () => Promise<Result>,
): Promise<Result> {
  await services.start()
  try {
    return await work()
  } finally {
    await services.stop()
  }
}

async function balanceOf(services: TestServices, assetType: AssetType): Promise<bigint> {
  const chain = services.chains.get(splitAssetType(assetType).chainId)
  const balance = await chain?.readBalance(account.accountAddress, assetType)
  return balance?.units ?? 0n
}

function getNode(name: string): DevnetChain {
  const chain = devnet.chains.find((candidate) => candidate.name === name)
  if (!chain) throw new Error(`There is no chain ${name}.`)
  return chain
}

/** Moves all of a token that a key holds to `to`; answers how much. */
async function moveAll(
  chain: DevnetChain,
  move: { assetType: AssetType; key: `0x${string}`; to: EvmAddress },
): Promise<bigint> {
  const token = EvmAddress.parse(splitAssetType(move.assetType).reference)
  const from = privateKeyToAccount(move.key)
  const amount = await chain.client.readContract({
    address: token,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [from.address],
  })
  const wallet = createWalletClient({ account: from, transport: http(chain.rpcUrl) })
  const hash = await wallet.writeContract({
    chain: null,
    address: token,
    abi: erc20Abi,
    functionName: 'transfer',
    args: [move.to, amount],
  })
  await chain.client.waitForTransactionReceipt({ hash })
  return amount
}

test('inventory that is gone when it is needed gives the deposits back, and says so', async () => {
  const services = createServices()
  const to = asset('Lagoon', 'WBTC')
  const quote = await ask(services, { from: 'agg:usdc', amount: '1200000000', to })
  expect(quote.originChainsOperations).toHaveLength(2)
  const before = await Promise.all(
    ['Firth', 'Delta'].map((chain) => balanceOf(services, asset(chain, 'USDC'))),
  )
  await services.executions.accept(quote, { receivedBody: quote })
  const lagoon = getNode('Lagoon')
  const payee = devnet.network.roles.payee
  await moveAll(lagoon, { assetType: to, key: keys.solver, to: payee })
  const record = await running(services, () => waitUntilTerminal(services, { quoteId: quote.id }))
  expect(record).toMatchObject({
    status: 'REFUNDED',
    failReason: 'SOLVER_CAPACITY_EXCEEDED',
    destinationChainOperations: [],
  })
  expect(record.originChainOperations).toHaveLength(2)
  expect(record.refundOperations).toHaveLength(2)
  const after = await Promise.all(
    ['Firth', 'Delta'].map((chain) => balanceOf(services, asset(chain, 'USDC'))),
  )
  expect(after).toEqual(before)
  // The service's own fault: the gas is charged to no account, and still counts for everybody.
  const losses = await readSponsorLosses(database.storage, {
    account: account.accountAddress.toLowerCase(),
  })
  expect(losses.accountUsd).toBe(0n)
  expect(losses.totalUsd).toBeGreaterThan(0n)
  await moveAll(lagoon, { assetType: to, key: devnetKeys.payee, to: devnet.network.roles.solver })
  expect(services.errors).toEqual([])
})

test('native coins that are gone when they are needed give the deposit back at once', async () => {
  const services = createServices()
  const from = asset('Firth', 'USDC')
  const quote = await ask(services, { from, amount: '60000000', to: asset('Lagoon', 'ETH') })
  const before = await balanceOf(services, from)
  await services.executions.accept(quote, { receivedBody: quote })
  const { solver: address } = devnet.network.roles
  const { client } = getNode('Lagoon')
  const inventory = await client.getBalance({ address })
  // Enough for gas, and half of what is to be delivered.
  await client.setBalance({ address, value: 10n ** 16n })
  const record = await running(services, () => waitUntilTerminal(services, { quoteId: quote.id }))
  await client.setBalance({ address, value: inventory })
  expect(record).toMatchObject({
    status: 'REFUNDED',
    failReason: 'SOLVER_CAPACITY_EXCEEDED',
    destinationChainOperations: [],
  })
  expect(await balanceOf(services, from)).toBe(before)
  expect(services.errors).toEqual([])
})

test('an attestor signs only what the chain says, whatever the database claims', async () => {
  const services = createServices()
  const to = asset('Delta', 'WBTC')
  const quote = await ask(services, { from: asset('Firth', 'USDC'), amount: '70000000', to })
  const plan = parseExecutionPlan(quote, { network: devnet.network, chains: services.chains })
  const orderHash = plan.legs[0]?.orderHash ?? '0x'
  const request = { quote, leg: 0 }
  // Nothing was deposited: the row lies about both.
  for (const verdict of ['Filled', 'Cancelled'] as const)
    expect(await services.attestor.attest({ orderHash, verdict, request })).toMatchObject({
      kind: 'wait',
    })
  // Deposited, but neither filled nor cancelled: only the worker runs, and no solver inventory.
  await services.executions.accept(quote, { receivedBody: quote })
  const delta = getNode('Delta')
  await moveAll(delta, { assetType: to, key: keys.solver, to: devnet.network.roles.payee })
  await services.worker.start()
  await expect
    .poll(async () => {
      const [row] = await database.storage.query<{ phase: string }>(
        'select phase from executions where quote_id = $1',
        [quote.id],
      )
      return row?.phase
    })
    .toBe('refunding')
  await services.worker.stop()
  expect(await services.attestor.attest({ orderHash, verdict: 'Filled', request })).toMatchObject({
    kind: 'wait',
  })
  // Other terms under the same order, and another order under these terms.
  const cheaper = {
    ...quote,
    destinationToken: { ...quote.destinationToken, minimumAmount: '1' },
  }
  expect(
    await services.attestor.attest({
      orderHash,
      verdict: 'Cancelled',
      request: { ...request, quote: cheaper },
    }),
  ).toMatchObject({ kind: 'refused' })
  const other = `0x${'77'.repeat(32)}` as const
  await requestAttestation(database.storage, { orderHash: other, verdict: 'Cancelled', request })
  expect(
    await services.attestor.attest({ orderHash: other, verdict: 'Cancelled', request }),
  ).toMatchObject({ kind: 'refused' })
  // What is true is signed; the other thing never again.
  expect(
    await services.attestor.attest({ orderHash, verdict: 'Cancelled', request }),
  ).toMatchObject({
    kind: 'signed',
  })
  expect(
    await services.attestor.attest({ orderHash, verdict: 'Filled', request }),
  ).not.toMatchObject({
    kind: 'signed',
  })
  const record = await running(createServices(), () =>
    waitUntilTerminal(services, { quoteId: quote.id }),
  )
  expect(record).toMatchObject({ status: 'REFUNDED', failReason: 'SOLVER_CAPACITY_EXCEEDED' })
  await moveAll(delta, { assetType: to, key: devnetKeys.payee, to: devnet.network.roles.solver })
})

test('without an attestor a deposit comes back by the clock', async () => {
  const services = createServices()
  const to = asset('Delta', 'WBTC')
  const from = asset('Firth', 'USDC')
  const quote = await ask(services, { from, amount: '80000000', to })
  const before = await balanceOf(services, from)
  await services.executions.accept(quote, { receivedBody: quote })
  await moveAll(getNode('Delta'), {
    assetType: to,
    key: keys.solver,
    to: devnet.network.roles.payee,
  })
  await services.worker.start()
  await expect.poll(() => balanceOf(services, from)).toBeLessThan(before)
  await getNode('Firth').client.increaseTime({ seconds: 1_000 })
  const record = await waitUntilTerminal(services, { quoteId: quote.id })
  await services.worker.stop()
  expect(record).toMatchObject({ status: 'REFUNDED', failReason: 'SOLVER_CAPACITY_EXCEEDED' })
  expect(await balanceOf(services, from)).toBe(before)
  await moveAll(getNode('Delta'), {
    assetType: to,
    key: devnetKeys.payee,
    to: devnet.network.roles.solver,
  })
})

test('a deposit that cannot be made before its deadline ends REFUNDED, untouched', async () => {
  const services = createServices()
  const from = asset('Delta', 'USDC')
  const quote = await ask(services, { from, amount: '50000000', to: asset('Lagoon', 'USDC') })
  const before = await balanceOf(services, from)
  await services.executions.accept(quote, { receivedBody: quote })
  // Firth's clock is ahead by now, so that deadlines lie a thousand seconds further.
  await getNode('Delta').client.increaseTime({ seconds: 1_200 })
  await getNode('Delta').client.mine({ blocks: 1 })
  const record = await running(services, () => waitUntilTerminal(services, { quoteId: quote.id }))
  expect(record).toMatchObject({
    status: 'REFUNDED',
    failReason: 'ORDER_EXPIRED',
    originChainOperations: [],
  })
  expect(await balanceOf(services, from)).toBe(before)
})
