import { describe, expect, test } from 'vitest'

import { rescale } from '#protocol/ids/amount.ts'
import { EvmAddress, splitAssetType } from '#protocol/ids/caip.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { readBalancesAround, getGains, getPromised } from '#testing/harness/ledger.ts'
import { waitUntilTerminal } from '#testing/harness/composeServices.ts'
import { setUpHarness } from '#testing/harness/harness.ts'

const harness = setUpHarness({
  funds: [
    ['Firth', 'USDC', 900_000_000n],
    ['Delta', 'USDC', 900_000_000n],
    ['Delta', 'USDT', 400n * 10n ** 18n],
    ['Lagoon', 'USDT', 400_000_000n],
    ['Firth', 'WBTC', 10_000_000n],
    ['Lagoon', 'ETH', 10n ** 18n],
    // Dust, which costs more to move than it is worth.
    ['Lagoon', 'USDC', 100n],
    ['Firth', 'USDT', 100n],
    ['Lagoon', 'WBTC', 1n],
  ],
  isStarted: true,
})
const { accept, asset, execute, getNode, requestQuote } = harness
const friend = EvmAddress.parse('0x00000000000000000000000000000000000f41e4')

/** What the history calls the account's newest execution. */
async function newestType() {
  const query = { user: harness.account.accountAddress, limit: 1, sortBy: 'createdAt' } as const
  const { transactions } = await harness.services.executions.history(query)
  return transactions[0]?.type
}

/** From a token with these decimals to one with others. */
function pair(decimals: 6 | 8 | 18): Record<'from' | 'to', readonly [string, string]> {
  const delta = ['Delta', 'USDT'] as const
  const bitcoin = ['Firth', 'WBTC'] as const
  if (decimals === 18) return { from: delta, to: bitcoin }
  if (decimals === 8) return { from: bitcoin, to: ['Lagoon', 'USDT'] }
  return { from: ['Firth', 'USDC'], to: delta }
}

describe('a quote over several chains', () => {
  test('drawn from two chains ends COMPLETED and moves exactly what it said', async () => {
    const quote = await requestQuote({
      from: 'agg:usdc',
      amount: '1200000001',
      to: asset('Lagoon', 'WETH'),
    })
    expect(quote.originChainsOperations).toHaveLength(2)
    const before = await readBalancesAround(harness, quote)
    const seen: string[] = []
    await accept(quote)
    const record = await waitUntilTerminal(harness.services, {
      quoteId: quote.id,
      onStatus: (status) => seen.at(-1) === status || seen.push(status),
    })
    expect(record).toMatchObject({ status: 'COMPLETED', user: harness.account.accountAddress })
    expect(record).not.toHaveProperty('failReason')
    expect(record.originChainOperations).toHaveLength(2)
    expect(record.destinationChainOperations).toHaveLength(1)
    const order = ['PENDING', 'IN_PROGRESS', 'EXECUTED', 'COMPLETED']
    expect(seen).toEqual(order.filter((status) => seen.includes(status)))
    expect(getGains(before, await readBalancesAround(harness, quote))).toEqual(
      getPromised(quote, harness.account),
    )
  })

  test.each([
    { what: 'USDT with 18 decimals to WBTC with 8', amount: '1' + '0'.repeat(18), ...pair(18) },
    { what: 'WBTC with 8 decimals to USDT with 6', amount: '100000', ...pair(8) },
    { what: 'USDC with 6 decimals to USDT with 18', amount: '1000001', ...pair(6) },
  ])('from $what moves exactly what it said', async ({ amount, from, to }) => {
    const quote = await requestQuote({
      from: asset(...from),
      amount,
      to: asset(...to),
    })
    const before = await readBalancesAround(harness, quote)
    expect(await execute(quote)).toMatchObject({ status: 'COMPLETED' })
    expect(getGains(before, await readBalancesAround(harness, quote))).toEqual(
      getPromised(quote, harness.account),
    )
  })

  test('to another recipient is a transfer, and the history knows it', async () => {
    const to = asset('Lagoon', 'USDC')
    const recipient = `${splitAssetType(to).chainId}:${friend}`
    const quote = await requestQuote({
      from: asset('Delta', 'USDC'),
      amount: '2000000',
      to,
      recipient,
    })
    const before = await readBalancesAround(harness, quote)
    expect(await execute(quote)).toMatchObject({ status: 'COMPLETED' })
    expect(getGains(before, await readBalancesAround(harness, quote))).toEqual(
      getPromised(quote, harness.account),
    )
    const { transactions } = await harness.services.executions.history({
      user: harness.account.accountAddress,
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
  const quote = await requestQuote({ from: asset('Delta', 'USDC'), amount: '3000001', to })
  const before = await readBalancesAround(harness, quote)
  expect(await execute(quote)).toMatchObject({ status: 'COMPLETED' })
  const gained = getGains(before, await readBalancesAround(harness, quote))
  expect(gained[`user ${to}`]).toBe(BigInt(quote.destinationToken.amount))
})

test('native coins are deposited and released to the smallest unit', async () => {
  const from = asset('Lagoon', 'ETH')
  const quote = await requestQuote({ from, amount: '1000000000000001', to: asset('Firth', 'USDC') })
  const before = await readBalancesAround(harness, quote)
  expect(await execute(quote)).toMatchObject({ status: 'COMPLETED' })
  expect(getGains(before, await readBalancesAround(harness, quote))).toEqual({
    ...getPromised(quote, harness.account),
    [`solver ${from}`]: -(await releaseCost(quote)),
  })
})

/** What the solver paid in gas for a release on Lagoon, by the node's receipt; wei. */
async function releaseCost(quote: Quote): Promise<bigint> {
  const [release] = await harness.database.storage.query<{ hash: `0x${string}` }>(
    `select hash from transactions where quote_id = $1 and action = 'release'`,
    [quote.id],
  )
  const { client } = getNode('Lagoon')
  const receipt = await client.getTransactionReceipt({ hash: release?.hash ?? '0x' })
  return receipt.gasUsed * receipt.effectiveGasPrice
}

describe('a quote on one chain', () => {
  test('sends to another recipient exactly what it said, without the solver', async () => {
    const usdc = asset('Firth', 'USDC')
    const recipient = `${splitAssetType(usdc).chainId}:${friend}`
    const quote = await requestQuote({ from: usdc, amount: '2000003', to: usdc, recipient })
    const before = await readBalancesAround(harness, quote)
    const record = await execute(quote)
    expect(record).toMatchObject({ status: 'COMPLETED' })
    expect(record.destinationChainOperations).toEqual(record.originChainOperations)
    const fee = BigInt(quote.fees?.assets[usdc] ?? 0)
    expect(fee).toBeGreaterThan(0n)
    expect(BigInt(quote.destinationToken.amount)).toBe(2_000_003n - fee)
    expect(getGains(before, await readBalancesAround(harness, quote))).toEqual({
      [`user ${usdc}`]: -2_000_003n,
      [`recipient ${usdc}`]: 2_000_003n - fee,
      [`feeReceiver ${usdc}`]: fee,
    })
    expect(await newestType()).toBe('TRANSFER')
  })

  test('swaps through the pool in one transaction that stands in both lists', async () => {
    const from = asset('Firth', 'USDC')
    const quote = await requestQuote({ from, amount: '3000000', to: asset('Firth', 'WETH') })
    const before = await readBalancesAround(harness, quote)
    const record = await execute(quote)
    expect(record).toMatchObject({ status: 'COMPLETED' })
    expect(record.destinationChainOperations).toEqual(record.originChainOperations)
    const gained = getGains(before, await readBalancesAround(harness, quote))
    expect(gained[`user ${from}`]).toBe(-3_000_000n)
    const received = gained[`user ${quote.destinationToken.assetType}`]
    expect(received).toBeGreaterThanOrEqual(BigInt(quote.destinationToken.minimumAmount))
    expect(await newestType()).toBe('SWAP')
  })
})

test.each([
  {
    what: 'USDC with 6 decimals',
    from: 'agg:usdc',
    dust: ['Lagoon', 'USDC'],
    to: ['Delta', 'WETH'],
  },
  {
    what: 'WBTC with 8 decimals',
    from: 'agg:btc',
    dust: ['Lagoon', 'WBTC'],
    to: ['Delta', 'USDC'],
  },
  { what: 'USDT with 18 and 6', from: 'agg:usdt', dust: ['Firth', 'USDT'], to: ['Delta', 'WETH'] },
] as const)('the most of $what is all of it but the dust, and moves exactly', async (one) => {
  const { from } = one
  const [dust, to] = [asset(one.dust[0], one.dust[1]), asset(one.to[0], one.to[1])]
  const { account, network } = harness
  const { members = [], decimals = 0 } =
    network.aggregates.find(({ aggregatedAssetId }) => aggregatedAssetId === from) ?? {}
  const held = await Promise.all(
    members.map(async (member) => {
      const units = await harness.balanceOf(member.assetType)
      return { ...member, units: rescale(units, { from: member.decimals, to: decimals }) }
    }),
  )
  const all = held.reduce((sum, { units }) => sum + units, 0n)
  const left = held.find(({ assetType }) => assetType === dust)?.units ?? 0n
  expect(left).toBeGreaterThan(0n)
  const most = all - left
  await expect(requestQuote({ from, amount: `${all}`, to })).rejects.toMatchObject({
    code: 'AMOUNT_TOO_LOW',
    most,
  })
  const quote = await requestQuote({ from, amount: `${most}`, to })
  const before = await readBalancesAround(harness, quote)
  expect(await execute(quote)).toMatchObject({ status: 'COMPLETED' })
  expect(getGains(before, await readBalancesAround(harness, quote))).toEqual(
    getPromised(quote, account),
  )
  for (const { assetType, units } of held)
    expect(await harness.balanceOf(assetType)).toBe(assetType === dust ? units : 0n)
})

test('nothing is reserved once everything has ended', async () => {
  const rows = await harness.database.storage.query<{ open: number }>(
    'select count(*)::int as open from reservations where active',
  )
  expect(rows).toEqual([{ open: 0 }])
  expect(harness.services.errors).toEqual([])
})
