import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { devnetKeys } from '#devnet/keys.ts'
import { startTestDevnet, type TestDevnet } from '#devnet/startTestDevnet.ts'
import type { RoleBasedAccount } from '#protocol/account.ts'
import { type AssetType, splitAssetType } from '#protocol/caip.ts'
import type { Quote } from '#protocol/quote.ts'
import { accountOf } from '../quotes/testQuotes.ts'
import { sponsorLosses } from '../storage/sponsorBudgets.ts'
import { startTestDatabase, type TestDatabase } from '../storage/testDatabase.ts'
import type { SponsorLimits } from './checkSponsorship.ts'
import { assetOf, composeDesk, signQuote, type TestDesk, untilTerminal } from './testDesk.ts'

const owners = ['b1', 'b2'].map((byte) => privateKeyToAccount(`0x${byte.repeat(32)}`))
const keys = { ...devnetKeys, paymaster: devnetKeys.paymasterSigner }
const ample = 10n ** 30n

let devnet: TestDevnet
let database: TestDatabase
let spendthrift: RoleBasedAccount
let bystander: RoleBasedAccount

/** The gas of one delivery that its recipient refuses is what everything here is about. */
beforeAll(async () => {
  ;[devnet, database] = await Promise.all([startTestDevnet(), startTestDatabase()])
  const desk = newDesk()
  const accounts = owners.map(({ address }) => accountOf(address, desk.service.quotes))
  const [first, second] = accounts
  if (!first || !second) throw new Error('Two accounts are needed.')
  ;[spendthrift, bystander] = [first, second]
  for (const { accountAddress } of accounts)
    await devnet.faucet.give(accountAddress, [
      { assetType: asset('Firth', 'USDC'), amount: 90_000_000n },
    ])
  await loseGas(desk)
}, 120_000)

afterAll(async () => {
  await database.stop()
  await devnet.stop()
})

function newDesk(limits: Partial<SponsorLimits> = {}): TestDesk {
  const sponsorLimits = { accountWei: ample, keyWei: ample, totalWei: ample, ...limits }
  return composeDesk(devnet.network, { storage: database.storage, keys, sponsorLimits })
}

function asset(chain: string, symbol: string): AssetType {
  return assetOf(devnet.network, { chain, symbol })
}

/** Delivers native coins to a contract that takes none, for an execution that `poor` asks for. */
async function loseGas(desk: TestDesk): Promise<void> {
  const to = asset('Delta', 'ETH')
  const escrow = devnet.network.chains[0]?.contracts.originEscrow
  const recipient = `${splitAssetType(to).chainId}:${escrow}`
  const quote = await ask(desk, { account: spendthrift, to, recipient })
  await desk.executions.accept(quote, { receivedBody: quote, apiKey: 'poor' })
  await desk.start()
  const { status } = await untilTerminal(desk, { quoteId: quote.id, timeoutMs: 60_000 })
  await desk.stop()
  expect(status).toBe('REFUNDED')
}

async function ask(
  desk: TestDesk,
  request: { account: RoleBasedAccount; to: AssetType; recipient?: string },
): Promise<Quote> {
  const { account, to, recipient } = request
  const owner = owners[account === spendthrift ? 0 : 1]
  if (!owner) throw new Error('Nobody signs.')
  desk.service.balances.forget(account.accountAddress)
  const quote = await desk.service.quotes.quoteV3({
    from: { accounts: [account], asset: { assetId: asset('Firth', 'USDC') }, amount: '8000000' },
    to: { asset: { assetId: to }, ...(recipient !== undefined && { account: recipient }) },
  })
  return signQuote(quote, owner)
}

/** What becomes of a good quote of an account under limits. */
async function accept(
  limits: Partial<SponsorLimits>,
  { account, apiKey }: { account: RoleBasedAccount; apiKey: string },
) {
  const desk = newDesk(limits)
  const quote = await ask(desk, { account, to: asset('Delta', 'USDC') })
  return desk.executions.accept(quote, { receivedBody: quote, apiKey })
}

test('gas that was lost is counted against the account, the key and everybody alike', async () => {
  const account = spendthrift.accountAddress.toLowerCase()
  const losses = await sponsorLosses(database.storage, { account, apiKey: 'poor' })
  expect(losses.accountWei).toBeGreaterThan(0n)
  expect(losses).toEqual({
    accountWei: losses.accountWei,
    keyWei: losses.accountWei,
    totalWei: losses.accountWei,
  })
})

test('the global breaker stops sponsoring for everybody once the service has lost too much', async () => {
  const attempt = accept({ totalWei: 1n }, { account: bystander, apiKey: 'rich' })
  await expect(attempt).rejects.toMatchObject({ code: 'SPONSORSHIP_PAUSED' })
  const { retryAfterSeconds } = await attempt.catch((error: unknown) => Object(error))
  expect(retryAfterSeconds).toBeGreaterThan(0)
  expect(retryAfterSeconds).toBeLessThanOrEqual(86_400)
})

test('a key whose executions cost too much is not sponsored, whatever account it names', async () => {
  const limits = { keyWei: 1n }
  await expect(accept(limits, { account: bystander, apiKey: 'poor' })).rejects.toMatchObject({
    code: 'SPONSORSHIP_EXHAUSTED',
  })
  const answer = await accept(limits, { account: bystander, apiKey: 'rich' })
  expect(answer).toMatchObject({ success: true })
})

test('an account that cost too much is not sponsored, whatever key it comes with', async () => {
  const limits = { accountWei: 1n }
  await expect(accept(limits, { account: spendthrift, apiKey: 'rich' })).rejects.toMatchObject({
    code: 'SPONSORSHIP_EXHAUSTED',
  })
  const answer = await accept(limits, { account: bystander, apiKey: 'poor' })
  expect(answer).toMatchObject({ success: true })
})
