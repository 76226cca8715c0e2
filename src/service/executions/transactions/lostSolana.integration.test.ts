import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { type AssetType, EvmAddress } from '#protocol/ids/caip.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { assetOf, untilTerminal } from '#testing/harness/desk.ts'
import {
  askScene,
  signedFor,
  type SolanaScene,
  startSolanaScene,
  stopSolanaScene,
  tokensOf,
  unitsOf,
} from '#testing/harness/solanaScene.ts'

const friend = EvmAddress.parse('0x00000000000000000000000000000000000f41e5')
let scene: SolanaScene
let wallet: string

beforeAll(async () => {
  scene = await startSolanaScene()
  wallet = scene.onSolana.accountAddress
  await scene.desk.worker.start()
})

afterEach(() => scene.devnet.solana.setDelivery('land'))

afterAll(() => stopSolanaScene(scene))

function asset(chain: string, symbol: string): AssetType {
  return assetOf(scene.devnet.network, { chain, symbol })
}

/** Waits until an action was signed so often. */
async function untilSigned(quote: Quote, action: string, times: number): Promise<void> {
  const question = { quoteId: quote.id, action }
  await expect
    .poll(async () => (await signedFor(scene, question)).length)
    .toBeGreaterThanOrEqual(times)
}

/** Makes every blockhash of before useless, for good. */
function forgetBlockhashes(): Promise<void> {
  return scene.devnet.solana.advanceSlots(160)
}

function usdcOf(holder: string): Promise<bigint> {
  return tokensOf(scene, { wallet: holder, token: 'usdc' })
}

test('a release that is lost is attested and made anew, and pays once', async () => {
  const { desk, devnet, onSolana, roles } = scene
  const quote = await askScene(scene, {
    accounts: [onSolana],
    from: asset('Reef', 'USDC'),
    amount: '11000000',
    to: asset('Lagoon', 'USDC'),
    recipient: friend,
  })
  const before = await Promise.all([usdcOf(roles.payee), usdcOf(roles.feeReceiver)])
  await desk.executions.accept(quote, { receivedBody: quote })
  await expect.poll(() => desk.executions.status(quote.id)).toMatchObject({ status: 'EXECUTED' })
  await devnet.solana.setDelivery('drop')
  // From here on for all that follows.
  desk.attestor.start()
  await untilSigned(quote, 'release', 1)
  await forgetBlockhashes()
  await untilSigned(quote, 'release', 2)
  await devnet.solana.setDelivery('land')
  const record = await untilTerminal(desk, { quoteId: quote.id })
  expect(record.status).toBe('COMPLETED')
  const after = await Promise.all([usdcOf(roles.payee), usdcOf(roles.feeReceiver)])
  const paid = after.map((units, index) => units - (before[index] ?? 0n))
  expect((paid[0] ?? 0n) + (paid[1] ?? 0n)).toBe(11_000_000n)
  const releases = await signedFor(scene, { quoteId: quote.id, action: 'release' })
  expect(new Set(releases.map(({ attempt }) => attempt)).size).toBe(releases.length)
})

test('a deposit that never lands ends its execution, and what was given elsewhere comes back', async () => {
  const { desk, devnet, onEvm, onSolana } = scene
  const quote = await askScene(scene, {
    accounts: [onEvm, onSolana],
    from: 'agg:usdc',
    amount: '1200000000',
    to: asset('Lagoon', 'USDC'),
    recipient: friend,
  })
  const holder = { holder: onEvm.accountAddress, assetType: asset('Firth', 'USDC') }
  const before = await Promise.all([unitsOf(scene, holder), usdcOf(wallet)])
  await devnet.solana.setDelivery('drop')
  await desk.executions.accept(quote, { receivedBody: quote })
  await untilSigned(quote, 'deposit', 2)
  await forgetBlockhashes()
  const record = await untilTerminal(desk, { quoteId: quote.id })
  expect(record).toMatchObject({ status: 'REFUNDED', failReason: 'ORDER_EXPIRED' })
  await devnet.solana.setDelivery('land')
  expect(await Promise.all([unitsOf(scene, holder), usdcOf(wallet)])).toEqual(before)
  const deposits = await signedFor(scene, { quoteId: quote.id, action: 'deposit' })
  expect(deposits.filter(({ chain }) => chain === scene.solanaId)).toHaveLength(1)
})

test('a deposit that is held back and can land no more does not, after its execution ended', async () => {
  const { desk, devnet, onSolana } = scene
  const quote = await askScene(scene, {
    accounts: [onSolana],
    from: asset('Reef', 'USDC'),
    amount: '9000000',
    to: asset('Lagoon', 'USDC'),
    recipient: friend,
  })
  const before = await usdcOf(wallet)
  await devnet.solana.setDelivery('hold')
  await desk.executions.accept(quote, { receivedBody: quote })
  await untilSigned(quote, 'deposit', 1)
  await forgetBlockhashes()
  const record = await untilTerminal(desk, { quoteId: quote.id })
  expect(record).toMatchObject({ status: 'REFUNDED', failReason: 'ORDER_EXPIRED' })
  await devnet.solana.setDelivery('land')
  await devnet.solana.advanceSlots(5)
  expect(await usdcOf(wallet)).toBe(before)
})

test('a deposit that is only late lands once, from the same bytes', async () => {
  const { desk, devnet, onSolana } = scene
  const quote = await askScene(scene, {
    accounts: [onSolana],
    from: asset('Reef', 'USDC'),
    amount: '8000000',
    to: asset('Lagoon', 'USDC'),
    recipient: friend,
  })
  const before = await usdcOf(wallet)
  await devnet.solana.setDelivery('drop')
  await desk.executions.accept(quote, { receivedBody: quote })
  await untilSigned(quote, 'deposit', 1)
  await devnet.solana.setDelivery('land')
  const record = await untilTerminal(desk, { quoteId: quote.id })
  expect(record.status).toBe('COMPLETED')
  expect(before - (await usdcOf(wallet))).toBe(8_000_000n)
  expect(await signedFor(scene, { quoteId: quote.id, action: 'deposit' })).toHaveLength(1)
})

test('a delivery that is lost is signed anew, and made once', async () => {
  const { desk, devnet, onEvm } = scene
  const quote = await askScene(scene, {
    accounts: [onEvm],
    from: asset('Firth', 'USDC'),
    amount: '30000000',
    to: asset('Reef', 'USDC'),
    recipient: wallet,
  })
  const before = await usdcOf(wallet)
  await devnet.solana.setDelivery('drop')
  await desk.executions.accept(quote, { receivedBody: quote })
  await untilSigned(quote, 'fill', 1)
  await forgetBlockhashes()
  await untilSigned(quote, 'fill', 2)
  await devnet.solana.setDelivery('land')
  const record = await untilTerminal(desk, { quoteId: quote.id })
  expect(record.status).toBe('COMPLETED')
  expect((await usdcOf(wallet)) - before).toBe(BigInt(quote.destinationToken.amount))
  const [first, ...others] = await signedFor(scene, { quoteId: quote.id, action: 'fill' })
  expect(others.map(({ attempt, replaces }) => ({ attempt, replaces }))).toEqual([
    { attempt: 1, replaces: first?.hash },
  ])
})

test('a transfer that never lands is over without a trace', async () => {
  const { desk, devnet, onSolana } = scene
  const quote = await askScene(scene, {
    accounts: [onSolana],
    from: asset('Reef', 'USDC'),
    amount: '6000000',
    to: asset('Reef', 'USDC'),
    recipient: scene.roles.payee,
  })
  const before = await usdcOf(wallet)
  await devnet.solana.setDelivery('drop')
  await desk.executions.accept(quote, { receivedBody: quote })
  await untilSigned(quote, 'deposit', 1)
  await forgetBlockhashes()
  const record = await untilTerminal(desk, { quoteId: quote.id })
  expect(record).toMatchObject({ status: 'REFUNDED', failReason: 'ORDER_EXPIRED' })
  expect(await usdcOf(wallet)).toBe(before)
})
