import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { devnetKeys } from '#devnet/plan/keys.ts'
import { startTestDevnet, type TestDevnet } from '#testing/devnet/startTestDevnet.ts'
import type { RoleBasedAccount } from '#protocol/accounts/account.ts'
import { type AssetType, EvmAddress, splitAssetType } from '#protocol/ids/caip.ts'
import type { Quote, QuoteRequest } from '#protocol/quotes/quote.ts'
import { getAccount } from '#testing/quotes/quotes.ts'
import { startTestDatabase, type TestDatabase } from '#testing/harness/database.ts'
import { readBalancesAround, getGains, getPromised } from '#testing/harness/ledger.ts'
import {
  getAsset,
  composeServices,
  signQuote,
  type TestServices,
  waitUntilTerminal,
} from '#testing/harness/composeServices.ts'

const owner = privateKeyToAccount(`0x${'a1'.repeat(32)}`)
const friend = EvmAddress.parse('0x00000000000000000000000000000000000f41e4')

let devnet: TestDevnet
let database: TestDatabase
let services: TestServices
let account: RoleBasedAccount

beforeAll(async () => {
  ;[devnet, database] = await Promise.all([startTestDevnet(), startTestDatabase()])
  services = composeServices(devnet.network, {
    storage: database.storage,
    keys: { ...devnetKeys, paymaster: devnetKeys.paymasterSigner },
  })
  account = getAccount(owner.address, services.service.quotes)
  await devnet.faucet.send(account.accountAddress, [
    { assetType: asset('Firth', 'USDC'), amount: 900_000_000n },
    { assetType: asset('Delta', 'USDC'), amount: 900_000_000n },
    { assetType: asset('Delta', 'USDT'), amount: 400n * 10n ** 18n },
    { assetType: asset('Lagoon', 'USDT'), amount: 400_000_000n },
    { assetType: asset('Firth', 'WBTC'), amount: 10_000_000n },
    { assetType: asset('Lagoon', 'ETH'), amount: 10n ** 18n },
  ])
  await services.start()
})

afterAll(async () => {
  await services.stop()
  await database.stop()
  await devnet.stop()
})

function asset(chain: string, symbol: string): AssetType {
  return getAsset(devnet.network, { chain, symbol })
}

async function ask(request: {
  from: string
  amount: string
  to: string
  recipient?: string
}): Promise<Quote> {
  const { recipient } = request
  const to: QuoteRequest['to'] = {
    asset: { assetId: request.to },
    ...(recipient !== undefined && { account: recipient }),
  }
  services.service.balances.forget(account.accountAddress)
  const from = { accounts: [account], asset: { assetId: request.from }, amount: request.amount }
  return signQuote(await services.service.quotes.quoteV3({ from, to }), owner)
}

async function execute(quote: Quote) {
  await services.executions.accept(quote, { receivedBody: quote })
  return waitUntilTerminal(services, { quoteId: quote.id })
}

/** What the history calls the account's newest execution. */
async function newestType() {
  const query = { user: account.accountAddress, limit: 1, sortBy: 'createdAt' } as const
  const { transactions } = await services.executions.history(query)
  return transactions[0]?.type
}

/** From a token with these decimals to one with others. */
function pair(decimals: 6 | 8 | 18) {
  const delta = { chain: 'Delta', symbol: 'USDT' }
  const bitcoin = { chain: 'Firth', symbol: 'WBTC' }
  if (decimals === 18) return { from: delta, to: bitcoin }
  if (decimals === 8) return { from: bitcoin, to: { chain: 'Lagoon', symbol: 'USDT' } }
  return { from: { chain: 'Firth', symbol: 'USDC' }, to: delta }
}

describe('a quote over several chains', () => {
  test('drawn from two chains ends COMPLETED and moves exactly what it said', async () => {
    const quote = await ask({ from: 'agg:usdc', amount: '1200000001', to: asset('Lagoon', 'WETH') })
    expect(quote.originChainsOperations).toHaveLength(2)
    const before = await readBalancesAround({ services, network: devnet.network, account }, quote)
    const seen: string[] = []
    await services.executions.accept(quote, { receivedBody: quote })
    const record = await waitUntilTerminal(services, {
      quoteId: quote.id,
      onStatus: (status) => seen.at(-1) === status || seen.push(status),
    })
    expect(record).toMatchObject({ status: 'COMPLETED', user: account.accountAddress })
    expect(record).not.toHaveProperty('failReason')
    expect(record.originChainOperations).toHaveLength(2)
    expect(record.destinationChainOperations).toHaveLength(1)
    const order = ['PENDING', 'IN_PROGRESS', 'EXECUTED', 'COMPLETED']
    expect(seen).toEqual(order.filter((status) => seen.includes(status)))
    expect(
      getGains(
        before,
        await readBalancesAround({ services, network: devnet.network, account }, quote),
      ),
    ).toEqual(getPromised(quote, account))
  })

  test.each([
    { what: 'USDT with 18 decimals to WBTC with 8', amount: '1' + '0'.repeat(18), ...pair(18) },
    { what: 'WBTC with 8 decimals to USDT with 6', amount: '100000', ...pair(8) },
    { what: 'USDC with 6 decimals to USDT with 18', amount: '1000001', ...pair(6) },
  ])('from $what moves exactly what it said', async ({ amount, from, to }) => {
    const quote = await ask({
      from: getAsset(devnet.network, from),
      amount,
      to: getAsset(devnet.network, to),
    })
    const before = await readBalancesAround({ services, network: devnet.network, account }, quote)
    expect(await execute(quote)).toMatchObject({ status: 'COMPLETED' })
    expect(
      getGains(
        before,
        await readBalancesAround({ services, network: devnet.network, account }, quote),
      ),
    ).toEqual(getPromised(quote, account))
  })

  test('to another recipient is a transfer, and the history knows it', async () => {
    const to = asset('Lagoon', 'USDC')
    const recipient = `${splitAssetType(to).chainId}:${friend}`
    const quote = await ask({ from: asset('Delta', 'USDC'), amount: '2000000', to, recipient })
    const before = await readBalancesAround({ services, network: devnet.network, account }, quote)
    expect(await execute(quote)).toMatchObject({ status: 'COMPLETED' })
    expect(
      getGains(
        before,
        await readBalancesAround({ services, network: devnet.network, account }, quote),
      ),
    ).toEqual(getPromised(quote, account))
    const { transactions } = await services.executions.history({
      user: account.accountAddress,
      limit: 1,
      sortBy: 'createdAt',
    })
    expect(transactions[0]).toMatchObject({
      quoteId: quote.id,
      type: 'TRANSFER',
      status: 'COMPLETED',
    })
    expect(transactions[0]?.originToken).toEqual(quote.originToken)
  })
})

test('native coins are delivered to the smallest unit', async () => {
  const to = asset('Firth', 'ETH')
  const quote = await ask({ from: asset('Delta', 'USDC'), amount: '3000001', to })
  const before = await readBalancesAround({ services, network: devnet.network, account }, quote)
  expect(await execute(quote)).toMatchObject({ status: 'COMPLETED' })
  const gained = getGains(
    before,
    await readBalancesAround({ services, network: devnet.network, account }, quote),
  )
  expect(gained[`user ${to}`]).toBe(BigInt(quote.destinationToken.amount))
})

test('native coins are deposited and released to the smallest unit', async () => {
  const from = asset('Lagoon', 'ETH')
  const quote = await ask({ from, amount: '1000000000000001', to: asset('Firth', 'USDC') })
  const before = await readBalancesAround({ services, network: devnet.network, account }, quote)
  expect(await execute(quote)).toMatchObject({ status: 'COMPLETED' })
  expect(
    getGains(
      before,
      await readBalancesAround({ services, network: devnet.network, account }, quote),
    ),
  ).toEqual({ ...getPromised(quote, account), [`solver ${from}`]: -(await releaseCost(quote)) })
})

/** What the solver paid in gas for a release on Lagoon, by the node's receipt; wei. */
async function releaseCost(quote: Quote): Promise<bigint> {
  const [release] = await database.storage.query<{ hash: `0x${string}` }>(
    `select hash from transactions where quote_id = $1 and action = 'release'`,
    [quote.id],
  )
  const lagoon = devnet.chains.find(({ name }) => name === 'Lagoon')
  const receipt = await lagoon?.client.getTransactionReceipt({ hash: release?.hash ?? '0x' })
  return (receipt?.gasUsed ?? 0n) * (receipt?.effectiveGasPrice ?? 0n)
}

describe('a quote on one chain', () => {
  test('sends to another recipient exactly what it said, without the solver', async () => {
    const usdc = asset('Firth', 'USDC')
    const recipient = `${splitAssetType(usdc).chainId}:${friend}`
    const quote = await ask({ from: usdc, amount: '2000003', to: usdc, recipient })
    const before = await readBalancesAround({ services, network: devnet.network, account }, quote)
    const record = await execute(quote)
    expect(record).toMatchObject({ status: 'COMPLETED' })
    expect(record.destinationChainOperations).toEqual(record.originChainOperations)
    const fee = BigInt(quote.fees?.assets[usdc] ?? 0)
    expect(fee).toBeGreaterThan(0n)
    expect(BigInt(quote.destinationToken.amount)).toBe(2_000_003n - fee)
    expect(
      getGains(
        before,
        await readBalancesAround({ services, network: devnet.network, account }, quote),
      ),
    ).toEqual({
      [`user ${usdc}`]: -2_000_003n,
      [`recipient ${usdc}`]: 2_000_003n - fee,
      [`feeReceiver ${usdc}`]: fee,
    })
    expect(await newestType()).toBe('TRANSFER')
  })

  test('swaps through the pool in one transaction that stands in both lists', async () => {
    const from = asset('Firth', 'USDC')
    const quote = await ask({ from, amount: '3000000', to: asset('Firth', 'WETH') })
    const before = await readBalancesAround({ services, network: devnet.network, account }, quote)
    const record = await execute(quote)
    expect(record).toMatchObject({ status: 'COMPLETED' })
    expect(record.destinationChainOperations).toEqual(record.originChainOperations)
    const gained = getGains(
      before,
      await readBalancesAround({ services, network: devnet.network, account }, quote),
    )
    expect(gained[`user ${from}`]).toBe(-3_000_000n)
    const received = gained[`user ${quote.destinationToken.assetType}`]
    expect(received).toBeGreaterThanOrEqual(BigInt(quote.destinationToken.minimumAmount))
    expect(await newestType()).toBe('SWAP')
  })
})

test('nothing is reserved once everything has ended', async () => {
  const rows = await database.storage.query<{ open: number }>(
    'select count(*)::int as open from reservations where active',
  )
  expect(rows).toEqual([{ open: 0 }])
  expect(services.errors).toEqual([])
})
