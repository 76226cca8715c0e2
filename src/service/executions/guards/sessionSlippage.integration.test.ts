import { privateKeyToAccount } from 'viem/accounts'
import { beforeAll, expect, test } from 'vitest'

import { getChainPlan } from '#devnet/plan/chainPlan.ts'
import { planDevnet } from '#devnet/plan/devnetPlan.ts'
import { buildPoolMove, readPoolPrice } from '#devnet/feeds/poolPrices.ts'
import { computeSquareRoot } from '#devnet/plan/prices.ts'
import { mineCalls } from '#devnet/deploy/sendCalls.ts'
import { toAddressKey, type RoleBasedAccount } from '#protocol/accounts/account.ts'
import type { AssetType } from '#protocol/ids/caip.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { allowSession } from '../../storage/tables/sessionRules.ts'
import { forgeQuotes, resignQuote } from '#testing/attacks/forgery.ts'
import {
  signQuote,
  type TestServices,
  waitUntilTerminal,
} from '#testing/harness/composeServices.ts'
import { setUpHarness } from '#testing/harness/harness.ts'

const admin = privateKeyToAccount(`0x${'ad'.repeat(32)}`)
const anotherAdmin = privateKeyToAccount(`0x${'ae'.repeat(32)}`)
/** Stolen: it may pay the account alone. */
const session = privateKeyToAccount(`0x${'5e'.repeat(32)}`)

const harness = setUpHarness({ services: { sessionDefault: 'own-accounts' } })
const { accept, asset, createServices, execute, fund, getNode } = harness
let account: RoleBasedAccount

beforeAll(async () => {
  const keys = { sessionAddress: session.address, adminAddress: admin.address }
  const { predictedAddress } = harness.services.service.quotes.predictAddress(keys)
  account = { ...keys, accountAddress: predictedAddress }
  await fund(predictedAddress, [['Delta', 'USDC', 900_000_000n]])
})

function usdc(): AssetType {
  return asset('Delta', 'USDC')
}

function weth(): AssetType {
  return asset('Delta', 'WETH')
}

/** A swap on Delta that may slip by half; an ether is 3,000 dollars. */
async function ask(
  { quotes }: Pick<TestServices['service'], 'quotes'> = harness.services.service,
): Promise<Quote> {
  harness.services.service.balances.forget(account.accountAddress)
  return quotes.quoteV3({
    from: { accounts: [account], asset: { assetId: usdc() }, amount: '3000000' },
    to: { asset: { assetId: weth() } },
    slippageTolerance: 5_000,
  })
}

/** Basis points by which a quote's minimum is below the feed value of its input. */
function underFeeds({ originChainsOperations: [operation], destinationToken }: Quote): number {
  const fed = (Number(operation?.amount) / 1e6 / 3_000) * 1e18
  return Math.round((1 - Number(destinationToken.minimumAmount) / fed) * 10_000)
}

test('a swap that a narrowed session asks for has its least near the feeds, whatever may slip', async () => {
  const quote = await ask()
  expect(underFeeds(quote)).toBeLessThanOrEqual(100)
  expect(quote.slippage?.destination.percent).toBe('50')
  const { amount, minimumAmount } = quote.destinationToken
  expect(BigInt(minimumAmount)).toBeLessThan(BigInt(amount))
  expect(quote.slippage?.destination.value).toBe(`${BigInt(amount) - BigInt(minimumAmount)}`)
})

test('a narrowed session that signs a lower one is refused, and the admin may sign it', async () => {
  const loose = await ask(forgeQuotes(harness.network))
  expect(underFeeds(loose)).toBeGreaterThan(4_000)
  const bySession = await signQuote(resignQuote(loose, harness.network), session)
  await expect(accept(bySession)).rejects.toMatchObject({
    code: 'INVALID_SIGNATURE',
    message: expect.stringContaining('under the price feeds'),
    issues: [{ path: 'originChainsOperations.0.userOp.signature' }],
  })
  expect(await harness.services.executions.status(loose.id)).toEqual({})
  await accept(await signQuote(loose, admin))
})

test('a pool that is moved against a stolen session key takes nothing', async () => {
  const mover = createServices({ sessionDefault: 'own-accounts' })
  const quote = await signQuote(await ask(mover.service), session)
  const held = await balance()
  await accept(quote, mover)
  await harness.devnet.scenarios.set('moved-price', true)
  await mover.start()
  const record = await waitUntilTerminal(mover, { quoteId: quote.id })
  await mover.stop()
  await harness.devnet.scenarios.set('moved-price', false)
  expect(record).toMatchObject({ status: 'REFUNDED', failReason: 'TOO_LITTLE_RECEIVED' })
  // What the admin signed in another test may have been carried out meanwhile.
  expect(held - (await balance())).toBeLessThanOrEqual(3_000_000n)
})

test('a session that may pay others may give away what it likes', async () => {
  await allowSession(harness.database.storage, {
    account: toAddressKey(account.accountAddress),
    session: toAddressKey(session.address),
    policy: { paysOthers: true, makesCalls: false },
    statedUntil: 1n,
  })
  const loose = await ask()
  expect(underFeeds(loose)).toBeGreaterThan(4_000)
  await accept(await signQuote(loose, session))
})

test('a narrowed session that swaps to and fro against a moved pool takes two percent a day at most', async () => {
  const mover = createServices({ sessionDefault: 'own-accounts' })
  await mover.start()
  const keys = { sessionAddress: session.address, adminAddress: anotherAdmin.address }
  const { predictedAddress: accountAddress } = mover.service.quotes.predictAddress(keys)
  const rich: RoleBasedAccount = { ...keys, accountAddress }
  await fund(accountAddress, [['Delta', 'USDC', 100_000_000_000n]])
  const before = await readWorth(rich)
  const outcomes: unknown[] = []
  for (const bps of [35, -35, 35, -35, 35, -35]) {
    await movePool(bps)
    const signed = await signQuote(
      await askAll(mover, { account: rich, isBuying: bps > 0 }),
      session,
    )
    try {
      outcomes.push((await execute(signed, mover)).status)
    } catch (error) {
      outcomes.push(error)
    }
    await movePool(0)
  }
  const lost = before - (await readWorth(rich))
  const refused = outcomes.filter((outcome) => outcome !== 'COMPLETED')
  expect(refused.length).toBeGreaterThan(0)
  for (const error of refused)
    expect(error).toMatchObject({
      code: 'INVALID_SIGNATURE',
      message: expect.stringContaining('within 24 hours'),
      issues: [{ path: 'originChainsOperations.0.userOp.signature' }],
    })
  expect(outcomes[0]).toBe('COMPLETED')
  expect(lost).toBeLessThanOrEqual(before * 0.02)
  // The admin may do what is left of it, and more.
  const byAdmin = await signQuote(
    await askAll(mover, { account: rich, isBuying: (await readUnits(rich, usdc())) > 10n ** 9n }),
    anotherAdmin,
  )
  await accept(byAdmin, mover)
  await mover.stop()
})

async function balance(): Promise<bigint> {
  return readUnits(account, usdc())
}

async function readUnits(of: RoleBasedAccount, assetType: AssetType): Promise<bigint> {
  return harness.balanceOf(assetType, of.accountAddress)
}

/** US dollars of all that swaps here are about, with an ether at 3,000. */
async function readWorth(of: RoleBasedAccount): Promise<number> {
  const [dollars, ethers] = await Promise.all([readUnits(of, usdc()), readUnits(of, weth())])
  return Number(dollars) / 1e6 + (Number(ethers) / 1e18) * 3_000
}

/** A swap of nearly all that an account holds on Delta, that may slip by half. */
async function askAll(
  { service }: TestServices,
  { account: of, isBuying }: { account: RoleBasedAccount; isBuying: boolean },
): Promise<Quote> {
  const [from, to] = isBuying ? [usdc(), weth()] : [weth(), usdc()]
  service.balances.forget(of.accountAddress)
  return service.quotes.quoteV3({
    from: {
      accounts: [of],
      asset: { assetId: from },
      amount: (((await readUnits(of, from)) * 98n) / 100n).toString(),
    },
    to: { asset: { assetId: to } },
    slippageTolerance: 5_000,
  })
}

/** Moves the pool of Delta so that an ether costs this much more, or as much as the feeds say. */
async function movePool(bps: number): Promise<void> {
  const plan = planDevnet()
  const { client, number } = getNode('Delta')
  const { pools, uniswap } = getChainPlan(plan, number)
  const pool = pools.find(({ tokens }) =>
    ['WETH', 'USDC'].every((symbol) => tokens.some((token) => token.symbol === symbol)),
  )
  if (!pool) throw new Error('Delta has no pool of ether and dollars.')
  const { fair } = await readPoolPrice(client, pool)
  const factor = computeSquareRoot(BigInt(Math.round((1 + bps / 10_000) * 1e18)))
  const dearer = (fair * factor) / 10n ** 9n
  const cheaper = (fair * 10n ** 9n) / factor
  const moved = pool.tokens[0].ticker === 'eth' ? dearer : cheaper
  const trader = privateKeyToAccount(plan.keys.trickster)
  const router = uniswap.swapRouter.address
  const to = bps === 0 ? fair : moved
  const calls = await buildPoolMove(client, { pool, router, trader: trader.address, to })
  await mineCalls(client, { from: trader, calls })
}
