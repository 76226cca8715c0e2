import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { devnetKeys } from '#devnet/keys.ts'
import { startTestDevnet, type TestDevnet } from '#devnet/startTestDevnet.ts'
import type { RoleBasedAccount } from '#protocol/account.ts'
import { type AssetType, EvmAddress, isSameAddress, splitAssetType } from '#protocol/caip.ts'
import { isEvmOperation } from '#protocol/operation.ts'
import type { Quote, QuoteRequest } from '#protocol/quote.ts'
import { accountOf } from '../quotes/testQuotes.ts'
import { startTestDatabase, type TestDatabase } from '../storage/testDatabase.ts'
import { assetOf, composeDesk, signQuote, type TestDesk, untilTerminal } from './testDesk.ts'

const owner = privateKeyToAccount(`0x${'a1'.repeat(32)}`)
const friend = EvmAddress.parse('0x00000000000000000000000000000000000f41e4')

let devnet: TestDevnet
let database: TestDatabase
let desk: TestDesk
let account: RoleBasedAccount

beforeAll(async () => {
  ;[devnet, database] = await Promise.all([startTestDevnet(), startTestDatabase()])
  desk = composeDesk(devnet.network, {
    storage: database.storage,
    keys: { ...devnetKeys, paymaster: devnetKeys.paymasterSigner },
  })
  account = accountOf(owner.address, desk.service.quotes)
  await devnet.faucet.give(account.accountAddress, [
    { assetType: asset('Firth', 'USDC'), amount: 900_000_000n },
    { assetType: asset('Delta', 'USDC'), amount: 900_000_000n },
    { assetType: asset('Delta', 'USDT'), amount: 400n * 10n ** 18n },
    { assetType: asset('Lagoon', 'USDT'), amount: 400_000_000n },
    { assetType: asset('Firth', 'WBTC'), amount: 10_000_000n },
    { assetType: asset('Lagoon', 'ETH'), amount: 10n ** 18n },
  ])
  await desk.start()
}, 60_000)

afterAll(async () => {
  await desk.stop()
  await database.stop()
  await devnet.stop()
})

function asset(chain: string, symbol: string): AssetType {
  return assetOf(devnet.network, { chain, symbol })
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
  desk.service.balances.forget(account.accountAddress)
  const from = { accounts: [account], asset: { assetId: request.from }, amount: request.amount }
  return signQuote(await desk.service.quotes.quoteV3({ from, to }), owner)
}

async function execute(quote: Quote) {
  await desk.executions.accept(quote, { receivedBody: quote })
  return untilTerminal(desk, { quoteId: quote.id })
}

/** What everybody concerned by a quote holds of its assets. */
async function balancesAround(quote: Quote) {
  const { roles, chains } = devnet.network
  const recipient = quote.destinationToken.recipientAccount.split(':').at(-1) ?? ''
  const contracts = chains[0]?.contracts
  const holders = {
    user: account.accountAddress,
    ...(!isOwn(quote) && { recipient: EvmAddress.parse(recipient) }),
    solver: roles.solver,
    payee: roles.payee,
    feeReceiver: roles.feeReceiver,
    escrow: contracts?.originEscrow ?? friend,
    settler: contracts?.destinationSettler ?? friend,
  }
  const assets = new Set([
    ...quote.originChainsOperations.map(({ assetType }) => assetType),
    quote.destinationToken.assetType,
  ])
  const found = new Map<string, bigint>()
  for (const assetType of assets)
    for (const [name, holder] of Object.entries(holders)) {
      const chain = desk.chains.get(splitAssetType(assetType).chainId)
      const balance = await chain?.readBalance(holder, assetType)
      found.set(`${name} ${assetType}`, balance?.units ?? 0n)
    }
  return found
}

/** Everybody's gain, without those who gained nothing. */
function gains(before: Map<string, bigint>, after: Map<string, bigint>): Record<string, bigint> {
  const all = [...after].map(([key, units]) => [key, units - (before.get(key) ?? 0n)] as const)
  return Object.fromEntries(all.filter(([, gain]) => gain !== 0n))
}

function isOwn({ destinationToken }: Quote): boolean {
  const recipient = destinationToken.recipientAccount.split(':').at(-1) ?? ''
  return isSameAddress(recipient, account.accountAddress)
}

/** What each should have gained, from the quote alone. */
function promised(quote: Quote): Record<string, bigint> {
  const result: Record<string, bigint> = {}
  function add(key: string, units: bigint): void {
    result[key] = (result[key] ?? 0n) + units
  }
  for (const operation of quote.originChainsOperations) {
    const { assetType } = operation
    const amount = BigInt(operation.amount)
    const fee = BigInt(quote.fees?.assets[assetType] ?? 0)
    add(`user ${assetType}`, -amount - fee)
    add(`payee ${assetType}`, amount)
    add(`feeReceiver ${assetType}`, fee)
  }
  const { assetType, amount } = quote.destinationToken
  add(`${isOwn(quote) ? 'user' : 'recipient'} ${assetType}`, BigInt(amount))
  add(`solver ${assetType}`, -BigInt(amount))
  return Object.fromEntries(Object.entries(result).filter(([, gain]) => gain !== 0n))
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
    const before = await balancesAround(quote)
    const seen: string[] = []
    await desk.executions.accept(quote, { receivedBody: quote })
    const record = await untilTerminal(desk, {
      quoteId: quote.id,
      onStatus: (status) => seen.at(-1) === status || seen.push(status),
    })
    expect(record).toMatchObject({ status: 'COMPLETED', user: account.accountAddress })
    expect(record).not.toHaveProperty('failReason')
    expect(record.originChainOperations).toHaveLength(2)
    expect(record.destinationChainOperations).toHaveLength(1)
    const order = ['PENDING', 'IN_PROGRESS', 'EXECUTED', 'COMPLETED']
    expect(seen).toEqual(order.filter((status) => seen.includes(status)))
    expect(gains(before, await balancesAround(quote))).toEqual(promised(quote))
  }, 40_000)

  test.each([
    { what: 'USDT with 18 decimals to WBTC with 8', amount: '1' + '0'.repeat(18), ...pair(18) },
    { what: 'WBTC with 8 decimals to USDT with 6', amount: '100000', ...pair(8) },
    { what: 'USDC with 6 decimals to USDT with 18', amount: '1000001', ...pair(6) },
  ])(
    'from $what moves exactly what it said',
    async ({ amount, from, to }) => {
      const quote = await ask({
        from: assetOf(devnet.network, from),
        amount,
        to: assetOf(devnet.network, to),
      })
      const before = await balancesAround(quote)
      expect(await execute(quote)).toMatchObject({ status: 'COMPLETED' })
      expect(gains(before, await balancesAround(quote))).toEqual(promised(quote))
    },
    40_000,
  )

  test('to another recipient is a transfer, and the history knows it', async () => {
    const to = asset('Lagoon', 'USDC')
    const recipient = `${splitAssetType(to).chainId}:${friend}`
    const quote = await ask({ from: asset('Delta', 'USDC'), amount: '2000000', to, recipient })
    const before = await balancesAround(quote)
    expect(await execute(quote)).toMatchObject({ status: 'COMPLETED' })
    expect(gains(before, await balancesAround(quote))).toEqual(promised(quote))
    const { transactions } = await desk.executions.history({
      user: account.accountAddress,
      limit: 1,
      sortBy: 'createdAt',
    })
    expect(transactions[0]).toMatchObject({ quoteId: quote.id, status: 'COMPLETED' })
    expect(transactions[0]?.originToken).toEqual(quote.originToken)
  }, 40_000)
})

test('native coins are delivered to the smallest unit', async () => {
  const to = asset('Firth', 'ETH')
  const quote = await ask({ from: asset('Delta', 'USDC'), amount: '3000001', to })
  const before = await balancesAround(quote)
  expect(await execute(quote)).toMatchObject({ status: 'COMPLETED' })
  const gained = gains(before, await balancesAround(quote))
  expect(gained[`user ${to}`]).toBe(BigInt(quote.destinationToken.amount))
}, 40_000)

test('native coins are deposited and released to the smallest unit', async () => {
  const from = asset('Lagoon', 'ETH')
  const quote = await ask({ from, amount: '1000000000000001', to: asset('Firth', 'USDC') })
  const before = await balancesAround(quote)
  expect(await execute(quote)).toMatchObject({ status: 'COMPLETED' })
  expect(gains(before, await balancesAround(quote))).toEqual(promised(quote))
}, 40_000)

describe('a quote on one chain', () => {
  test('swaps through the pool in one transaction that stands in both lists', async () => {
    const from = asset('Firth', 'USDC')
    const quote = await ask({ from, amount: '3000000', to: asset('Firth', 'WETH') })
    const before = await balancesAround(quote)
    const record = await execute(quote)
    expect(record).toMatchObject({ status: 'COMPLETED' })
    expect(record.destinationChainOperations).toEqual(record.originChainOperations)
    const gained = gains(before, await balancesAround(quote))
    expect(gained[`user ${from}`]).toBe(-3_000_000n)
    const received = gained[`user ${quote.destinationToken.assetType}`]
    expect(received).toBeGreaterThanOrEqual(BigInt(quote.destinationToken.minimumAmount))
  }, 40_000)
})

describe('execute-quote', () => {
  test('moves value once however often it is sent', async () => {
    const to = asset('Delta', 'USDC')
    const quote = await ask({ from: asset('Firth', 'USDC'), amount: '1000000', to })
    const before = await balancesAround(quote)
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => desk.executions.accept(quote, { receivedBody: quote })),
    )
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    await untilTerminal(desk, { quoteId: quote.id })
    expect(await desk.executions.accept(quote, { receivedBody: quote })).toEqual(answers[0])
    expect(gains(before, await balancesAround(quote))).toEqual(promised(quote))
  }, 40_000)

  test('refuses what is not the quote that was issued', async () => {
    const to = asset('Delta', 'USDC')
    const quote = await ask({ from: asset('Firth', 'USDC'), amount: '1000000', to })
    const changed = {
      ...quote,
      destinationToken: { ...quote.destinationToken, amount: '999999999' },
    }
    const extended = { ...quote, note: 'added' }
    await expect(desk.executions.accept(changed, { receivedBody: changed })).rejects.toMatchObject({
      code: 'QUOTE_TAMPERED',
    })
    await expect(desk.executions.accept(quote, { receivedBody: extended })).rejects.toMatchObject({
      code: 'QUOTE_TAMPERED',
    })
    expect(await desk.executions.status(quote.id)).toEqual({})
  })

  test.each([
    ['no signature', async () => '0x' as const],
    ['the signature of somebody else', () => signBy(`0x${'b2'.repeat(32)}`)],
    ['garbage', async () => `0x${'11'.repeat(65)}` as const],
  ])('refuses %s and names the operation', async (_, makeSignature) => {
    const to = asset('Delta', 'USDC')
    const quote = await ask({ from: asset('Firth', 'USDC'), amount: '1000000', to })
    const signature = await makeSignature()
    const forged = {
      ...quote,
      originChainsOperations: quote.originChainsOperations.map((operation) =>
        isEvmOperation(operation)
          ? { ...operation, userOp: { ...operation.userOp, signature } }
          : operation,
      ),
    }
    await expect(desk.executions.accept(forged, { receivedBody: forged })).rejects.toMatchObject({
      code: 'INVALID_SIGNATURE',
      issues: [{ path: 'originChainsOperations.0.userOp.signature' }],
    })
  })

  test('of thirty at once on one balance sponsors one operation', async () => {
    const poor = privateKeyToAccount(`0x${'c3'.repeat(32)}`)
    const its = accountOf(poor.address, desk.service.quotes)
    await devnet.faucet.give(its.accountAddress, [
      { assetType: asset('Firth', 'USDC'), amount: 5_000_000n },
    ])
    desk.service.balances.forget(its.accountAddress)
    const from = { accounts: [its], asset: { assetId: asset('Firth', 'USDC') }, amount: '4000000' }
    const to = { asset: { assetId: asset('Delta', 'USDC') } }
    const quotes = await Promise.all(
      Array.from({ length: 30 }, async () =>
        signQuote(await desk.service.quotes.quoteV3({ from, to }), poor),
      ),
    )
    const results = await Promise.allSettled(
      quotes.map((quote) => desk.executions.accept(quote, { receivedBody: quote })),
    )
    const refusals = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason.code] : [],
    )
    expect(refusals).toEqual(Array.from({ length: 29 }, () => 'INSUFFICIENT_BALANCE'))
    const taken = quotes[results.findIndex(({ status }) => status === 'fulfilled')]
    expect(await untilTerminal(desk, { quoteId: taken?.id ?? '' })).toMatchObject({
      status: 'COMPLETED',
    })
    const rows = await database.storage.query<{ sent: number }>(
      `select count(*)::int as sent from transactions t join legs l using (quote_id, leg)
       where t.action = 'deposit' and l.account = $1`,
      [its.accountAddress.toLowerCase()],
    )
    expect(rows).toEqual([{ sent: 1 }])
  }, 60_000)
})

async function signBy(key: `0x${string}`) {
  return privateKeyToAccount(key).signMessage({ message: 'something else' })
}

test('nothing is reserved once everything has ended', async () => {
  const rows = await database.storage.query<{ open: number }>(
    'select count(*)::int as open from reservations where active',
  )
  expect(rows).toEqual([{ open: 0 }])
  expect(desk.errors).toEqual([])
})
