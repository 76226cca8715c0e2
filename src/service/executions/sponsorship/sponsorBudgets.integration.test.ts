import { privateKeyToAccount } from 'viem/accounts'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { placeCoinRejecter, coinRejecter } from '#testing/devnet/coinRejecter.ts'
import { toAddressKey, type RoleBasedAccount } from '#protocol/accounts/account.ts'
import { type AssetType, splitAssetType } from '#protocol/ids/caip.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { getAccount } from '#testing/quotes/quotes.ts'
import {
  addSponsorLoss,
  readSponsorHeld,
  readSponsorLosses,
} from '../../storage/tables/sponsorBudgets.ts'
import type { SponsorLimits } from './checkSponsorship.ts'
import {
  signQuote,
  type TestServices,
  waitUntilTerminal,
} from '#testing/harness/composeServices.ts'
import { pinBaseFee } from '#testing/harness/fees.ts'
import { setUpHarness } from '#testing/harness/harness.ts'

const owners = ['b1', 'b2'].map((byte) => privateKeyToAccount(`0x${byte.repeat(32)}`))
const harness = setUpHarness()
const { accept, asset, fund, getNode } = harness
const ample = 10n ** 30n
/** From where the first account is used. */
const rowdy = '2001:db8:0:1::/64'

let spendthrift: RoleBasedAccount
let bystander: RoleBasedAccount

/** All tests start from the gas of one fill that its recipient rejected. */
beforeAll(async () => {
  const accounts = owners.map(({ address }) => getAccount(address, harness.services.service.quotes))
  const [first, second] = accounts
  if (!first || !second) throw new Error('Two accounts are needed.')
  ;[spendthrift, bystander] = [first, second]
  for (const { accountAddress } of accounts)
    await fund(accountAddress, [['Firth', 'USDC', 90_000_000n]])
  await loseGas(createServices())
})

/** The first account's losses, and the budget of tests where it is too small; 1e-8 US dollars. */
const lostUsd = 30n * 10n ** 8n

function createServices(limits: Partial<SponsorLimits> = {}): TestServices {
  const sponsorLimits = {
    accountUsd: ample,
    newAccountUsd: ample,
    keyUsd: ample,
    visitorUsd: ample,
    totalUsd: ample,
    ...limits,
  }
  return harness.createServices({ sponsorLimits })
}

/** Delivers native coins to a contract that takes none, for an execution that `poor` asks for. */
async function loseGas(services: TestServices): Promise<void> {
  const to = asset('Delta', 'ETH')
  await placeCoinRejecter(getNode('Delta'))
  const recipient = `${splitAssetType(to).chainId}:${coinRejecter}`
  const quote = await getQuote(services, { account: spendthrift, to, recipient })
  await services.executions.accept(quote, { receivedBody: quote, apiKey: 'poor', visitor: rowdy })
  const account = toAddressKey(spendthrift.accountAddress)
  await addSponsorLoss(harness.database.storage, { account, usd: lostUsd, quoteId: quote.id })
  await services.start()
  const { status } = await waitUntilTerminal(services, { quoteId: quote.id })
  await services.stop()
  expect(status).toBe('REFUNDED')
}

async function getQuote(
  services: TestServices,
  request: { account: RoleBasedAccount; to: AssetType; recipient?: string; amount?: string },
): Promise<Quote> {
  const { account, to, recipient, amount = '8000000' } = request
  const owner = owners[account === spendthrift ? 0 : 1]
  if (!owner) throw new Error('Nobody signs.')
  services.service.balances.forget(account.accountAddress)
  const quote = await services.service.quotes.quoteV3({
    from: { accounts: [account], asset: { assetId: asset('Firth', 'USDC') }, amount },
    to: { asset: { assetId: to }, ...(recipient !== undefined && { account: recipient }) },
  })
  return signQuote(quote, owner)
}

/** What becomes of a good quote of an account under limits. */
async function acceptUnder(
  limits: Partial<SponsorLimits>,
  { account, ...caller }: { account: RoleBasedAccount; apiKey: string; visitor?: string },
) {
  const services = createServices(limits)
  const quote = await getQuote(services, { account, to: asset('Delta', 'USDC') })
  return services.executions.accept(quote, { receivedBody: quote, ...caller })
}

test('gas that was lost is counted against the account, the key, the visitor and everybody alike', async () => {
  const account = toAddressKey(spendthrift.accountAddress)
  const losses = await readSponsorLosses(harness.database.storage, {
    account,
    apiKey: 'poor',
    visitor: rowdy,
  })
  expect(losses.accountUsd).toBeGreaterThan(lostUsd)
  expect(losses).toEqual({
    accountUsd: losses.accountUsd,
    keyUsd: losses.accountUsd,
    visitorUsd: losses.accountUsd,
    totalUsd: losses.accountUsd,
  })
})

test('once an execution has ended, nothing says any more from where it was asked for', async () => {
  const rows = await harness.database.storage.query(
    `select quote_id from executions where visitor is not null and status = 'REFUNDED'`,
  )
  expect(rows).toEqual([])
})

test('the global breaker stops sponsoring for everybody once the service has lost too much', async () => {
  const attempt = acceptUnder({ totalUsd: 1n }, { account: bystander, apiKey: 'rich' })
  await expect(attempt).rejects.toMatchObject({ code: 'SPONSORSHIP_PAUSED' })
  const { retryAfterSeconds } = await attempt.catch((error: unknown) => Object(error))
  expect(retryAfterSeconds).toBeGreaterThan(0)
  expect(retryAfterSeconds).toBeLessThanOrEqual(86_400)
})

test('a key whose executions cost too much is not sponsored, whatever account it names', async () => {
  const limits = { keyUsd: lostUsd }
  await expect(acceptUnder(limits, { account: bystander, apiKey: 'poor' })).rejects.toMatchObject({
    code: 'SPONSORSHIP_EXHAUSTED',
  })
  const answer = await acceptUnder(limits, { account: bystander, apiKey: 'rich' })
  expect(answer).toMatchObject({ success: true })
})

test('an account that cost too much is not sponsored, whatever key it comes with', async () => {
  const limits = { accountUsd: lostUsd }
  await expect(acceptUnder(limits, { account: spendthrift, apiKey: 'rich' })).rejects.toMatchObject(
    {
      code: 'SPONSORSHIP_EXHAUSTED',
    },
  )
  const answer = await acceptUnder(limits, { account: bystander, apiKey: 'poor' })
  expect(answer).toMatchObject({ success: true })
})

test('a visitor whose executions cost too much is not sponsored, and those beside go on', async () => {
  const limits = { visitorUsd: lostUsd }
  const attempt = acceptUnder(limits, { account: bystander, apiKey: 'poor', visitor: rowdy })
  await expect(attempt).rejects.toMatchObject({ code: 'SPONSORSHIP_EXHAUSTED' })
  const { message, retryAfterSeconds } = await attempt.catch((error: unknown) => Object(error))
  expect(message).toMatch(/from your address .* sponsored again from \d{4}-\d\d-\d\dT00:00:00.000Z/)
  expect(retryAfterSeconds).toBeLessThanOrEqual(86_400)
  const other = { account: bystander, apiKey: 'poor', visitor: '203.0.113.7' }
  expect(await acceptUnder(limits, other)).toMatchObject({ success: true })
})

test('an account that never paid for itself has a small budget of what may be lost', async () => {
  const attempt = acceptUnder({ newAccountUsd: lostUsd }, { account: spendthrift, apiKey: 'rich' })
  await expect(attempt).rejects.toMatchObject({
    code: 'SPONSORSHIP_EXHAUSTED',
    message: expect.stringContaining('no execution has paid for itself'),
  })
})

test('what no longer fits into what is left of today is refused until tomorrow, not for a moment', async () => {
  const account = toAddressKey(spendthrift.accountAddress)
  const { accountUsd } = await readSponsorLosses(harness.database.storage, { account })
  const attempt = acceptUnder(
    { accountUsd: accountUsd + 1n },
    { account: spendthrift, apiKey: 'rich' },
  )
  await expect(attempt).rejects.toMatchObject({
    code: 'SPONSORSHIP_EXHAUSTED',
    message: expect.stringContaining('T00:00:00.000Z'),
  })
})

describe('gas of operations that are under way', () => {
  test('counts like gas that was lost: many small ones at once stay within the budget', async () => {
    // The budget is a multiple of one operation's cost, which must not fall meanwhile.
    onTestFinished(await pinBaseFee(harness.devnet.chains, 10_000_000n))
    const account = toAddressKey(bystander.accountAddress)
    const { accountUsd: before } = await readSponsorHeld(harness.database.storage, { account })
    await acceptUnder({}, { account: bystander, apiKey: 'rich' })
    const { accountUsd: two } = await readSponsorHeld(harness.database.storage, { account })
    const accountUsd = two + ((two - before) * 7n) / 2n
    const services = createServices({ accountUsd })
    const to = asset('Delta', 'USDC')
    const quotes = await Promise.all(
      Array.from({ length: 10 }, () =>
        getQuote(services, { account: bystander, to, amount: '1000000' }),
      ),
    )

    const answers = await Promise.allSettled(quotes.map((quote) => accept(quote, services)))

    const refusals = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))
    expect(new Set(refusals)).toEqual(new Set(['SPONSORSHIP_EXHAUSTED']))
    expect(refusals.length).toBeLessThan(10)
    const held = await readSponsorHeld(harness.database.storage, { account })
    expect(held.accountUsd).toBeLessThanOrEqual(accountUsd)
  })

  test('is looked at again before it is sent: what the budget lost meanwhile is not spent twice', async () => {
    const account = toAddressKey(bystander.accountAddress)
    const services = createServices({ accountUsd: lostUsd })
    const quote = await getQuote(services, { account: bystander, to: asset('Delta', 'USDC') })
    await accept(quote, services)
    await addSponsorLoss(harness.database.storage, { account, usd: lostUsd })

    await services.start()
    const record = await waitUntilTerminal(services, { quoteId: quote.id })

    expect(record).toMatchObject({ status: 'REFUNDED', failReason: 'SWAP_USES_TOO_MUCH_GAS' })
    expect(record.originChainOperations).toEqual([])
    const sent = await harness.database.storage.query(
      'select hash from transactions where quote_id = $1',
      [quote.id],
    )
    expect(sent).toEqual([])
    await untilAllEnded(services)
    await services.stop()
    expect(await readSponsorHeld(harness.database.storage, { account })).toEqual({
      accountUsd: 0n,
      keyUsd: 0n,
      visitorUsd: 0n,
      totalUsd: 0n,
    })
  })
})

/** Everything that the tests before left behind. */
async function untilAllEnded(services: TestServices): Promise<void> {
  const rows = await harness.database.storage.query<{ id: string }>(
    'select quote_id as id from executions',
  )
  for (const { id } of rows) await waitUntilTerminal(services, { quoteId: id })
}
