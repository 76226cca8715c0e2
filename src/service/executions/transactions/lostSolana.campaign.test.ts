import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { type AssetType, EvmAddress } from '#protocol/ids/caip.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { getAsset, waitUntilTerminal } from '#testing/harness/composeServices.ts'
import {
  requestQuote,
  findSignedTransaction,
  type SolanaHarness,
  startSolanaHarness,
  stopSolanaHarness,
  readTokens,
  readUnits,
} from '#testing/harness/solanaHarness.ts'

const friend = EvmAddress.parse('0x00000000000000000000000000000000000f41e5')
let harness: SolanaHarness
let wallet: string

beforeAll(async () => {
  harness = await startSolanaHarness()
  wallet = harness.onSolana.accountAddress
  await harness.services.worker.start()
})

afterEach(() => harness.devnet.solana.setDelivery('land'))

afterAll(() => stopSolanaHarness(harness))

function asset(chain: string, symbol: string): AssetType {
  return getAsset(harness.devnet.network, { chain, symbol })
}

/** Waits until an action was signed so often. */
async function untilSigned(quote: Quote, action: string, times: number): Promise<void> {
  const question = { quoteId: quote.id, action }
  await expect
    .poll(async () => (await findSignedTransaction(harness, question)).length)
    .toBeGreaterThanOrEqual(times)
}

/** Makes every blockhash of before useless, for good. */
function forgetBlockhashes(): Promise<void> {
  return harness.devnet.solana.advanceSlots(160)
}

function getUsdc(holder: string): Promise<bigint> {
  return readTokens(harness, { wallet: holder, token: 'usdc' })
}

test('a release that is lost is attested and made anew, and pays once', async () => {
  const { services, devnet, onSolana, roles } = harness
  const quote = await requestQuote(harness, {
    accounts: [onSolana],
    from: asset('Reef', 'USDC'),
    amount: '11000000',
    to: asset('Lagoon', 'USDC'),
    recipient: friend,
  })
  const before = await Promise.all([getUsdc(roles.payee), getUsdc(roles.feeReceiver)])
  await services.executions.accept(quote, { receivedBody: quote })
  await expect
    .poll(() => services.executions.status(quote.id))
    .toMatchObject({ status: 'EXECUTED' })
  await devnet.solana.setDelivery('drop')
  // From here on for all that follows.
  services.attestor.start()
  await untilSigned(quote, 'release', 1)
  await forgetBlockhashes()
  await untilSigned(quote, 'release', 2)
  await devnet.solana.setDelivery('land')
  const record = await waitUntilTerminal(services, { quoteId: quote.id })
  expect(record.status).toBe('COMPLETED')
  const after = await Promise.all([getUsdc(roles.payee), getUsdc(roles.feeReceiver)])
  const paid = after.map((units, index) => units - (before[index] ?? 0n))
  expect((paid[0] ?? 0n) + (paid[1] ?? 0n)).toBe(11_000_000n)
  const releases = await findSignedTransaction(harness, { quoteId: quote.id, action: 'release' })
  expect(new Set(releases.map(({ attempt }) => attempt)).size).toBe(releases.length)
})

test('a deposit that never lands ends its execution, and what was given elsewhere comes back', async () => {
  const { services, devnet, onEvm, onSolana } = harness
  const quote = await requestQuote(harness, {
    accounts: [onEvm, onSolana],
    from: 'agg:usdc',
    amount: '1200000000',
    to: asset('Lagoon', 'USDC'),
    recipient: friend,
  })
  const holder = { holder: onEvm.accountAddress, assetType: asset('Firth', 'USDC') }
  const before = await Promise.all([readUnits(harness, holder), getUsdc(wallet)])
  await devnet.solana.setDelivery('drop')
  await services.executions.accept(quote, { receivedBody: quote })
  await untilSigned(quote, 'deposit', 2)
  await forgetBlockhashes()
  const record = await waitUntilTerminal(services, { quoteId: quote.id })
  expect(record).toMatchObject({ status: 'REFUNDED', failReason: 'ORDER_EXPIRED' })
  await devnet.solana.setDelivery('land')
  expect(await Promise.all([readUnits(harness, holder), getUsdc(wallet)])).toEqual(before)
  const deposits = await findSignedTransaction(harness, { quoteId: quote.id, action: 'deposit' })
  expect(deposits.filter(({ chain }) => chain === harness.solanaId)).toHaveLength(1)
})

test('a deposit that is held back and can land no more does not, after its execution ended', async () => {
  const { services, devnet, onSolana } = harness
  const quote = await requestQuote(harness, {
    accounts: [onSolana],
    from: asset('Reef', 'USDC'),
    amount: '9000000',
    to: asset('Lagoon', 'USDC'),
    recipient: friend,
  })
  const before = await getUsdc(wallet)
  await devnet.solana.setDelivery('hold')
  await services.executions.accept(quote, { receivedBody: quote })
  await untilSigned(quote, 'deposit', 1)
  await forgetBlockhashes()
  const record = await waitUntilTerminal(services, { quoteId: quote.id })
  expect(record).toMatchObject({ status: 'REFUNDED', failReason: 'ORDER_EXPIRED' })
  await devnet.solana.setDelivery('land')
  await devnet.solana.advanceSlots(5)
  expect(await getUsdc(wallet)).toBe(before)
})

test('a deposit that is only late lands once, from the same bytes', async () => {
  const { services, devnet, onSolana } = harness
  const quote = await requestQuote(harness, {
    accounts: [onSolana],
    from: asset('Reef', 'USDC'),
    amount: '8000000',
    to: asset('Lagoon', 'USDC'),
    recipient: friend,
  })
  const before = await getUsdc(wallet)
  await devnet.solana.setDelivery('drop')
  await services.executions.accept(quote, { receivedBody: quote })
  await untilSigned(quote, 'deposit', 1)
  await devnet.solana.setDelivery('land')
  const record = await waitUntilTerminal(services, { quoteId: quote.id })
  expect(record.status).toBe('COMPLETED')
  expect(before - (await getUsdc(wallet))).toBe(8_000_000n)
  expect(
    await findSignedTransaction(harness, { quoteId: quote.id, action: 'deposit' }),
  ).toHaveLength(1)
})

test('a delivery that is lost is signed anew, and made once', async () => {
  const { services, devnet, onEvm } = harness
  const quote = await requestQuote(harness, {
    accounts: [onEvm],
    from: asset('Firth', 'USDC'),
    amount: '30000000',
    to: asset('Reef', 'USDC'),
    recipient: wallet,
  })
  const before = await getUsdc(wallet)
  await devnet.solana.setDelivery('drop')
  await services.executions.accept(quote, { receivedBody: quote })
  await untilSigned(quote, 'fill', 1)
  await forgetBlockhashes()
  await untilSigned(quote, 'fill', 2)
  await devnet.solana.setDelivery('land')
  const record = await waitUntilTerminal(services, { quoteId: quote.id })
  expect(record.status).toBe('COMPLETED')
  expect((await getUsdc(wallet)) - before).toBe(BigInt(quote.destinationToken.amount))
  const [first, ...others] = await findSignedTransaction(harness, {
    quoteId: quote.id,
    action: 'fill',
  })
  expect(others.map(({ attempt, replaces }) => ({ attempt, replaces }))).toEqual([
    { attempt: 1, replaces: first?.hash },
  ])
})

test('a transfer that never lands is over without a trace', async () => {
  const { services, devnet, onSolana } = harness
  const quote = await requestQuote(harness, {
    accounts: [onSolana],
    from: asset('Reef', 'USDC'),
    amount: '6000000',
    to: asset('Reef', 'USDC'),
    recipient: harness.roles.payee,
  })
  const before = await getUsdc(wallet)
  await devnet.solana.setDelivery('drop')
  await services.executions.accept(quote, { receivedBody: quote })
  await untilSigned(quote, 'deposit', 1)
  await forgetBlockhashes()
  const record = await waitUntilTerminal(services, { quoteId: quote.id })
  expect(record).toMatchObject({ status: 'REFUNDED', failReason: 'ORDER_EXPIRED' })
  expect(await getUsdc(wallet)).toBe(before)
})
