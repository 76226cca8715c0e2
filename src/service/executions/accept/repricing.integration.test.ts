import { expect, onTestFinished, test } from 'vitest'

import type { Quote } from '#protocol/quotes/quote.ts'
import { setFeed } from '#testing/quotes/feeds.ts'
import { composeQuotes } from '#testing/quotes/quotes.ts'
import { ServiceError } from '../../ServiceError.ts'
import { waitUntilTerminal } from '#testing/harness/composeServices.ts'
import { setUpHarness } from '#testing/harness/harness.ts'

const harness = setUpHarness({ funds: [['Firth', 'USDC', 1_800_000_000n]] })
const { accept, asset, balanceOf, createServices, requestQuote } = harness
const dollar = 100_000_000n
const ether = 3_000n * dollar

/** In 1e-8 US dollars; as at first unless given. */
type Prices = { usdc?: bigint; weth?: bigint }

test.each([
  ['rose', { weth: (ether * 10_090n) / 10_000n }],
  ['rose by little more than the spread', { weth: (ether * 10_020n) / 10_000n }],
  ['fell', { usdc: (dollar * 9_910n) / 10_000n }],
])('loses nothing by a quote that is kept until its price %s', async (_, moved: Prices) => {
  const services = createServices()
  await services.start()
  try {
    const quote = await quoteAtFirstPrices('agg:eth', { amount: '300000000' })
    const before = await servicesMoney()
    await setFeeds(moved)
    const isTaken = await accept(quote, createServices()).then(() => true, isOutgrown)
    if (isTaken) await waitUntilTerminal(services, { quoteId: quote.id })
    const after = await servicesMoney()
    const { usdc = dollar, weth = ether } = moved
    const gain = (after.usdc - before.usdc) * usdc * 10n ** 12n + (after.weth - before.weth) * weth
    expect(gain).toBeGreaterThanOrEqual(0n)
  } finally {
    await services.stop()
  }
})

test.each([
  ['what is delivered rose by two percent', 'agg:eth', { weth: (ether * 102n) / 100n }],
  ['what is given fell by two percent', 'agg:eth', { usdc: (dollar * 98n) / 100n }],
  [
    'like assets parted by more than their feeds lag behind',
    'agg:usdc',
    { usdc: (dollar * 9_940n) / 10_000n },
  ],
])('refuses a quote when %s since, and stores nothing', async (_, to, moved) => {
  const quote = await quoteAtFirstPrices(to)
  await setFeeds(moved)
  const services = createServices()
  await expect(accept(quote, services)).rejects.toMatchObject({
    code: 'PRICE_UNAVAILABLE',
  })
  expect(await services.executions.status(quote.id)).toEqual({})
  const reserved = 'select 1 from reservations where quote_id = $1'
  expect(await harness.database.storage.query(reserved, [quote.id])).toEqual([])
  // The prices were the only reason.
  await setFeeds({})
  expect(await accept(quote, createServices())).toMatchObject({
    success: true,
  })
})

test.each([
  ['by less than the spread against the service', { weth: (ether * 10_003n) / 10_000n }],
  ['far in its favour', { weth: (ether * 90n) / 100n }],
])('takes a quote whose prices moved %s', async (_, moved) => {
  const quote = await quoteAtFirstPrices('agg:eth')
  await setFeeds(moved)
  expect(await accept(quote, createServices())).toMatchObject({ success: true })
})

test('the spread between unlike assets grows with the age of their feeds, that between like ones does not', async () => {
  await setFeeds({})
  const young = { eth: await readSpread('agg:eth'), usdc: await readSpread('agg:usdc') }
  const old = { eth: await readSpread('agg:eth', 900), usdc: await readSpread('agg:usdc', 900) }
  // Half of the usual moves of both, 5 and 50 basis points, at a quarter of the maximum age.
  expect(old.eth - young.eth).toBeGreaterThan(15)
  expect(old.eth).toBeLessThan(5 + 28 + 5)
  expect(Math.abs(old.usdc - young.usdc)).toBeLessThan(2)
})

test('a price whose second source is silent costs its whole threshold', async () => {
  await setFeeds({})
  const before = await readSpread('agg:eth')
  await setFeed(harness.devnet, { ...weth(0n), only: 'secondFeed' })
  expect((await readSpread('agg:eth')) - before).toBeGreaterThan(30)
})

test('sources that contradict each other stop what needs their price, and nothing else', async () => {
  const quote = await quoteAtFirstPrices('agg:eth')
  await setFeed(harness.devnet, { ...weth((ether * 102n) / 100n), only: 'secondFeed' })
  await expect(readSpread('agg:eth')).rejects.toMatchObject({
    code: 'PRICE_UNAVAILABLE',
    message: expect.stringContaining('contradict each other'),
  })
  await expect(accept(quote, createServices())).rejects.toMatchObject({
    code: 'PRICE_UNAVAILABLE',
  })
  expect(await readSpread('agg:usdc')).toBeLessThan(20)
})

test('like assets are not exchanged when the second source alone says that they parted', async () => {
  await setFeeds({})
  const assetType = asset('Firth', 'USDC')
  await setFeed(harness.devnet, { assetType, answer: (dollar * 98n) / 100n, only: 'secondFeed' })
  await expect(readSpread('agg:usdc')).rejects.toMatchObject({ code: 'PRICE_UNAVAILABLE' })
})

test.each([
  [
    'gives back a deposit that is no longer worth what it was to bring when it comes',
    10_150n,
    'REFUNDED',
  ],
  ['delivers for one that came to be worth little less', 10_080n, 'COMPLETED'],
] as const)('%s', async (_, part, status) => {
  const quote = await quoteAtFirstPrices('agg:eth')
  await accept(quote, createServices())
  await setFeeds({ weth: (ether * part) / 10_000n })
  const services = createServices()
  onTestFinished(() => services.stop())
  await services.start()
  const record = await waitUntilTerminal(services, { quoteId: quote.id })
  expect(record.status).toBe(status)
  expect(record.failReason ?? 'SLIPPAGE').toBe('SLIPPAGE')
})

/** Fees of a quote for 300 USDC, basis points; gas is negligible on a devnet. */
async function readSpread(to: string, aheadSeconds = 0): Promise<number> {
  const service = composeQuotes(harness.network, {
    clock: () => Date.now() + aheadSeconds * 1_000,
  })
  const { fees } = await requestQuote(swapTo(to, '300000000'), { service })
  return (Number(fees?.cumulativeUSD) / 300) * 10_000
}

function weth(answer: bigint) {
  return { assetType: asset('Lagoon', 'WETH'), answer }
}

function isOutgrown(error: unknown): false {
  if (error instanceof ServiceError && error.code === 'PRICE_UNAVAILABLE') return false
  throw error
}

/** Balances of solver, payee and fee receiver together, from the nodes. */
async function servicesMoney(): Promise<{ usdc: bigint; weth: bigint }> {
  const { solver, payee, feeReceiver } = harness.network.roles
  const owners = [solver, payee, feeReceiver]
  async function getSum(chainName: string, symbol: string): Promise<bigint> {
    const held = await Promise.all(
      owners.map((owner) => balanceOf(asset(chainName, symbol), owner)),
    )
    return held.reduce((sum, one) => sum + one, 0n)
  }
  return { usdc: await getSum('Firth', 'USDC'), weth: await getSum('Lagoon', 'WETH') }
}

/** A signed quote at the feeds' initial prices. */
async function quoteAtFirstPrices(to: string, { amount = '10000000' } = {}): Promise<Quote> {
  await setFeeds({})
  return requestQuote(swapTo(to, amount), createServices())
}

/** USDC on Firth for ether or USDC on Lagoon. */
function swapTo(to: string, amount: string) {
  return {
    from: asset('Firth', 'USDC'),
    amount,
    to: asset('Lagoon', to === 'agg:eth' ? 'WETH' : 'USDC'),
    // The user's slippage tolerance must not affect the service's own limit.
    slippageTolerance: 5_000,
  }
}

async function setFeeds({ usdc = dollar, weth = ether }: Prices) {
  await setFeed(harness.devnet, { assetType: asset('Firth', 'USDC'), answer: usdc })
  await setFeed(harness.devnet, { assetType: asset('Lagoon', 'WETH'), answer: weth })
}
