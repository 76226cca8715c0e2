import { afterAll, beforeAll, expect, test } from 'vitest'

import { devnetKeys } from '#devnet/plan/keys.ts'
import { type TestAccount, createTestAccount } from '#testing/devnet/account.ts'
import { ErrorBody } from '#protocol/status/errors.ts'
import { Hash } from '#protocol/ids/hex.ts'
import { Quote } from '#protocol/quotes/quote.ts'
import { startTestService, type TestService } from '#testing/harness/service.ts'
import { addSponsorLoss } from '../../storage/tables/sponsorBudgets.ts'
import { buildFriendlyCall, placeTarget } from '#testing/crash/crashCall.ts'
import { getAsset, signQuote } from '#testing/harness/composeServices.ts'

const owner = createTestAccount({ session: devnetKeys.keeper, admin: devnetKeys.keeper })
const strangers = ['c1', 'c2', 'c3', 'c4'].map((byte) => {
  const key = Hash.parse(`0x${byte.repeat(32)}`)
  return createTestAccount({ session: key, admin: key })
})

function getAccount({ session, admin, address }: TestAccount) {
  return {
    sessionAddress: session.address,
    adminAddress: admin.address,
    accountAddress: address,
  }
}

let service: TestService
beforeAll(async () => {
  service = await startTestService({
    SPONSOR_DAILY_USD: '300',
    SPONSOR_ACCOUNT_DAILY_USD: '100',
    SPONSOR_NEW_ACCOUNT_DAILY_USD: '100',
    SPONSOR_KEY_DAILY_USD: '100',
    SPONSOR_VISITOR_DAILY_USD: '40',
    TRUSTED_PROXIES: '127.0.0.1',
    // What was accepted stays under way.
    ROLES: 'api',
  })
  for (const { address } of [owner, ...strangers])
    await service.devnet.faucet.send(address, [{ assetType: asset('Firth'), amount: 90_000_000n }])
  await placeTarget(service.devnet, 'Lagoon')
})
afterAll(() => service.stop())

test('one visitor of the dashboard cannot end the day for the others', async () => {
  // Other accounts, other addresses of one network, and a forged address.
  const refusals: Response[] = []
  for (const [index, stranger] of strangers.entries()) {
    const claimed = index % 2 === 0 ? '' : '203.0.113.7, '
    const quoteId = await executeFrom(`${claimed}2001:db8:0:1::${index + 1}`, stranger)
    if (typeof quoteId !== 'string') refusals.push(quoteId)
    // The loss that each causes, such as by a recipient that rejects the fill.
    else await lose(30n, { account: stranger.address.toLowerCase(), quoteId })
  }
  const [refusal] = refusals
  expect(refusals).toHaveLength(2)
  expect(refusal?.status).toBe(429)
  expect(Number(refusal?.headers.get('retry-after'))).toBeGreaterThan(0)
  const { code, message } = ErrorBody.parse(await refusal?.json())
  expect(code).toBe('SPONSORSHIP_EXHAUSTED')
  expect(message).toMatch(/^Today's operations from your address .* sponsored again from 20.*Z\.$/)

  expect(await executeFrom('2001:db8:0:2::1', owner)).toMatch(/^0x/)
})

test('nobody is given a quote to sign whose gas is not sponsored today', async () => {
  expect(await statuses()).toEqual([200, 200, 200])

  await lose(100n)
  expect(await statuses()).toEqual([429, 429, 429])
  const answer = await service.ask('/api/v3/quote', swap())
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(ErrorBody.parse(await answer.json())).toMatchObject({ code: 'SPONSORSHIP_EXHAUSTED' })

  await lose(200n)
  expect(await statuses()).toEqual([503, 503, 503])
  const paused = ErrorBody.parse(await (await service.ask('/api/v3/quote', swap())).json())
  expect(paused).toMatchObject({ code: 'SPONSORSHIP_PAUSED' })
  expect(paused.message).toContain('nothing is sponsored until tomorrow (UTC)')
})

function swap(of = owner) {
  const account = getAccount(of)
  const from = { accounts: [account], asset: { assetId: asset('Firth') }, amount: '8000000' }
  return { from, to: { asset: { assetId: asset('Lagoon') } } }
}

function asset(chain: string) {
  return getAsset(service.devnet.network, { chain, symbol: 'USDC' })
}

async function lose(
  dollars: bigint,
  about: { account: string; quoteId?: string } = { account: owner.address.toLowerCase() },
): Promise<void> {
  await addSponsorLoss(service.storage, { ...about, usd: dollars * 10n ** 8n })
}

/** Executes a swap as a page of the dashboard does. @returns The quote's id, or what was refused. */
async function executeFrom(visitor: string, of: TestAccount): Promise<string | Response> {
  const asked = await visit(visitor, { path: 'v3/quote', body: swap(of) })
  if (!asked.ok) return asked
  const quote = await signQuote(Quote.parse(await asked.json()), of.session)
  const answer = await visit(visitor, { path: 'v3/quote/execute-quote', body: quote })
  return answer.ok ? quote.id : answer
}

/** Asks through the dashboard; the proxy in front of it says from where. */
function visit(
  visitor: string,
  { path, body }: { path: string; body: unknown },
): Promise<Response> {
  return fetch(`${service.url}/dashboard-api/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: service.url,
      'x-forwarded-for': visitor,
    },
    body: JSON.stringify(body),
  })
}

async function statuses(): Promise<readonly number[]> {
  const call = buildFriendlyCall(owner, {
    usdc: asset('Lagoon'),
    from: asset('Firth'),
    end: 'done',
  })
  const { from, to } = swap()
  const single = { account: getAccount(owner), asset: from.asset, amount: from.amount }
  const answers = [
    await service.ask('/api/v3/quote', swap()),
    await service.ask('/api/v1/quote', { from: single, to }),
    await service.ask('/api/v3/quote/prepare-call-quote', call),
  ]
  return answers.map(({ status }) => status)
}
