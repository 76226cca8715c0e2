import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { addressKey, type RoleBasedAccount } from '#protocol/account.ts'
import { type AssetType, splitAssetType } from '#protocol/caip.ts'
import type { Quote } from '#protocol/quote.ts'
import { allowSession } from '../storage/sessionRules.ts'
import { forgeQuotes, sealAnew } from './testForgery.ts'
import { settlementOf } from './plan.ts'
import { signQuote, type TestDesk, untilTerminal } from './testDesk.ts'
import { startTestScene, type TestScene } from './testScene.ts'

const admin = privateKeyToAccount(`0x${'ad'.repeat(32)}`)
/** Stolen: it may pay the account alone. */
const session = privateKeyToAccount(`0x${'5e'.repeat(32)}`)

let scene: TestScene
let desk: TestDesk
let account: RoleBasedAccount

beforeAll(async () => {
  scene = await startTestScene()
  desk = scene.newDesk()
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

/** A swap on Delta that may slip by half; an ether is 3,000 dollars. */
async function ask({ quotes }: Pick<TestDesk['service'], 'quotes'> = desk.service): Promise<Quote> {
  desk.service.balances.forget(account.accountAddress)
  return quotes.quoteV3({
    from: { accounts: [account], asset: { assetId: usdc() }, amount: '3000000' },
    to: { asset: { assetId: scene.asset('Delta', 'WETH') } },
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
  const mover = scene.newDesk()
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
    paysOthers: true,
    makesCalls: false,
    statedUntil: 1n,
  })
  const loose = await ask()
  expect(underFeeds(loose)).toBeGreaterThan(4_000)
  await accept(await signQuote(loose, session))
})

async function balance(): Promise<bigint> {
  const chain = settlementOf(desk.chains, splitAssetType(usdc()).chainId)
  return (await chain.readBalance(account.accountAddress, usdc())).units
}
