import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { chainPlanOf } from '#devnet/plan/chainPlan.ts'
import { planDevnet } from '#devnet/plan/devnetPlan.ts'
import { poolMove, readPoolPrice } from '#devnet/feeds/poolPrices.ts'
import { squareRoot } from '#devnet/plan/prices.ts'
import { mineCalls } from '#devnet/deploy/sendCalls.ts'
import { chainOf } from '#testing/devnet/settlement.ts'
import { addressKey, type RoleBasedAccount } from '#protocol/accounts/account.ts'
import { type AssetType, splitAssetType } from '#protocol/ids/caip.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { allowSession } from '../../storage/tables/sessionRules.ts'
import { forgeQuotes, sealAnew } from '#testing/attacks/forgery.ts'
import { settlementOf } from '../plan/plan.ts'
import { signQuote, type TestDesk, untilTerminal } from '#testing/harness/desk.ts'
import { startTestScene, type TestScene } from '#testing/harness/scene.ts'

const admin = privateKeyToAccount(`0x${'ad'.repeat(32)}`)
const anotherAdmin = privateKeyToAccount(`0x${'ae'.repeat(32)}`)
/** Stolen: it may pay the account alone. */
const session = privateKeyToAccount(`0x${'5e'.repeat(32)}`)

let scene: TestScene
let desk: TestDesk
let account: RoleBasedAccount

beforeAll(async () => {
  scene = await startTestScene()
  desk = scene.newDesk({ sessionDefault: 'own-accounts' })
  const keys = { sessionAddress: session.address, adminAddress: admin.address }
  const { predictedAddress } = desk.service.quotes.predictAddress(keys)
  account = { ...keys, accountAddress: predictedAddress }
  await scene.devnet.faucet.give(account.accountAddress, [
    { assetType: usdc(), amount: 900_000_000n },
  ])
})

afterAll(() => scene.stop())

function usdc(): AssetType {
  return scene.asset('Delta', 'USDC')
}

function weth(): AssetType {
  return scene.asset('Delta', 'WETH')
}

/** A swap on Delta that may slip by half; an ether is 3,000 dollars. */
async function ask({ quotes }: Pick<TestDesk['service'], 'quotes'> = desk.service): Promise<Quote> {
  desk.service.balances.forget(account.accountAddress)
  return quotes.quoteV3({
    from: { accounts: [account], asset: { assetId: usdc() }, amount: '3000000' },
    to: { asset: { assetId: weth() } },
    slippageTolerance: 5_000,
  })
}

/** Basis points that the least of a quote is under what the feeds say of what is given. */
function underFeeds({ originChainsOperations: [operation], destinationToken }: Quote): number {
  const fed = (Number(operation?.amount) / 1e6 / 3_000) * 1e18
  return Math.round((1 - Number(destinationToken.minimumAmount) / fed) * 10_000)
}

async function accept(quote: Quote): Promise<unknown> {
  return desk.executions.accept(quote, { receivedBody: quote })
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
  const loose = await ask(forgeQuotes(scene.network))
  expect(underFeeds(loose)).toBeGreaterThan(4_000)
  const bySession = await signQuote(sealAnew(loose, scene.network), session)
  await expect(accept(bySession)).rejects.toMatchObject({
    code: 'INVALID_SIGNATURE',
    message: expect.stringContaining('under the price feeds'),
    issues: [{ path: 'originChainsOperations.0.userOp.signature' }],
  })
  expect(await desk.executions.status(loose.id)).toEqual({})
  await accept(await signQuote(loose, admin))
})

test('a pool that is moved against a stolen session key takes nothing', async () => {
  const mover = scene.newDesk({ sessionDefault: 'own-accounts' })
  const quote = await signQuote(await ask(mover.service), session)
  const held = await balance()
  await mover.executions.accept(quote, { receivedBody: quote })
  await scene.devnet.scenarios.set('moved-price', true)
  await mover.start()
  const record = await untilTerminal(mover, { quoteId: quote.id })
  await mover.stop()
  await scene.devnet.scenarios.set('moved-price', false)
  expect(record).toMatchObject({ status: 'REFUNDED', failReason: 'TOO_LITTLE_RECEIVED' })
  // What the admin signed in another test may have been carried out meanwhile.
  expect(held - (await balance())).toBeLessThanOrEqual(3_000_000n)
})

test('a session that may pay others may give away what it likes', async () => {
  await allowSession(scene.database.storage, {
    account: addressKey(account.accountAddress),
    session: addressKey(session.address),
    policy: { paysOthers: true, makesCalls: false },
    statedUntil: 1n,
  })
  const loose = await ask()
  expect(underFeeds(loose)).toBeGreaterThan(4_000)
  await accept(await signQuote(loose, session))
})

test('a narrowed session that swaps to and fro against a moved pool takes two percent a day at most', async () => {
  const mover = scene.newDesk({ sessionDefault: 'own-accounts' })
  await mover.start()
  const keys = { sessionAddress: session.address, adminAddress: anotherAdmin.address }
  const { predictedAddress: accountAddress } = mover.service.quotes.predictAddress(keys)
  const rich: RoleBasedAccount = { ...keys, accountAddress }
  await scene.devnet.faucet.give(accountAddress, [{ assetType: usdc(), amount: 100_000_000_000n }])
  const before = await worthOf(rich)
  const outcomes: unknown[] = []
  for (const bps of [35, -35, 35, -35, 35, -35]) {
    await movePool(bps)
    const signed = await signQuote(
      await askAll(mover, { account: rich, isBuying: bps > 0 }),
      session,
    )
    try {
      await mover.executions.accept(signed, { receivedBody: signed })
      outcomes.push((await untilTerminal(mover, { quoteId: signed.id })).status)
    } catch (error) {
      outcomes.push(error)
    }
    await movePool(0)
  }
  const lost = before - (await worthOf(rich))
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
    await askAll(mover, { account: rich, isBuying: (await unitsOf(rich, usdc())) > 10n ** 9n }),
    anotherAdmin,
  )
  await mover.executions.accept(byAdmin, { receivedBody: byAdmin })
  await mover.stop()
})

async function balance(): Promise<bigint> {
  return unitsOf(account, usdc())
}

async function unitsOf(of: RoleBasedAccount, assetType: AssetType): Promise<bigint> {
  const chain = settlementOf(desk.chains, splitAssetType(assetType).chainId)
  return (await chain.readBalance(of.accountAddress, assetType)).units
}

/** US dollars of all that swaps here are about, with an ether at 3,000. */
async function worthOf(of: RoleBasedAccount): Promise<number> {
  const [dollars, ethers] = await Promise.all([unitsOf(of, usdc()), unitsOf(of, weth())])
  return Number(dollars) / 1e6 + (Number(ethers) / 1e18) * 3_000
}

/** A swap of nearly all that an account holds on Delta, that may slip by half. */
async function askAll(
  { service }: TestDesk,
  { account: of, isBuying }: { account: RoleBasedAccount; isBuying: boolean },
): Promise<Quote> {
  const [from, to] = isBuying ? [usdc(), weth()] : [weth(), usdc()]
  service.balances.forget(of.accountAddress)
  return service.quotes.quoteV3({
    from: {
      accounts: [of],
      asset: { assetId: from },
      amount: (((await unitsOf(of, from)) * 98n) / 100n).toString(),
    },
    to: { asset: { assetId: to } },
    slippageTolerance: 5_000,
  })
}

/** Moves the pool of Delta so that an ether costs this much more, or as much as the feeds say. */
async function movePool(bps: number): Promise<void> {
  const plan = planDevnet()
  const { client, number } = chainOf(scene.devnet, 'Delta')
  const { pools, uniswap } = chainPlanOf(plan, number)
  const pool = pools.find(({ tokens }) =>
    ['WETH', 'USDC'].every((symbol) => tokens.some((token) => token.symbol === symbol)),
  )
  if (!pool) throw new Error('Delta has no pool of ether and dollars.')
  const { fair } = await readPoolPrice(client, pool)
  const factor = squareRoot(BigInt(Math.round((1 + bps / 10_000) * 1e18)))
  const dearer = (fair * factor) / 10n ** 9n
  const cheaper = (fair * 10n ** 9n) / factor
  const moved = pool.tokens[0].ticker === 'eth' ? dearer : cheaper
  const trader = privateKeyToAccount(plan.keys.trickster)
  const router = uniswap.swapRouter.address
  const to = bps === 0 ? fair : moved
  const calls = await poolMove(client, { pool, router, trader: trader.address, to })
  await mineCalls(client, { from: trader, calls })
}
