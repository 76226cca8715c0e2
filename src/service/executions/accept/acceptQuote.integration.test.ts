import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'

import type { ErrorCode } from '#protocol/status/errors.ts'
import { isEvmOperation } from '#protocol/orders/operation.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { ServiceError } from '../../ServiceError.ts'
import { getAccount, composeQuotes } from '#testing/quotes/quotes.ts'
import type { Storage } from '../../storage/database.ts'
import { startTestDatabase } from '#testing/harness/database.ts'
import { readBalancesAround, getGains, getPromised } from '#testing/harness/ledger.ts'
import { signQuote, waitUntilTerminal } from '#testing/harness/composeServices.ts'
import { setUpHarness } from '#testing/harness/harness.ts'

const harness = setUpHarness({
  funds: [
    ['Firth', 'USDC', 900_000_000n],
    ['Delta', 'USDC', 900_000_000n],
    ['Delta', 'USDT', 400n * 10n ** 18n],
    ['Lagoon', 'USDT', 400_000_000n],
    ['Firth', 'WBTC', 10_000_000n],
    ['Lagoon', 'ETH', 10n ** 18n],
  ],
  isStarted: true,
})
const { accept, asset, createServices, execute, getNode, requestQuote } = harness

/** The database at a time when a quote has expired. */
function withClockAfter({ expirationTimestamp }: Quote): Storage {
  return {
    ...harness.database.storage,
    now: async () => new Date((Number(expirationTimestamp) + 1) * 1000),
  }
}

/** Quotes that live for a second only. */
function shortLived() {
  const { network } = harness
  return composeQuotes({ ...network, deadlines: { ...network.deadlines, quoteSeconds: 1 } })
}

/** By the database's clock, which is the one that accepting asks. */
async function untilExpired({ expirationTimestamp }: Quote): Promise<void> {
  while ((await harness.database.storage.now()).getTime() <= Number(expirationTimestamp) * 1000)
    await new Promise((resolve) => setTimeout(resolve, 20))
}

/** Expects an error, no stored execution and unchanged balances. */
async function expectRefused(sent: Quote, { refusal, body = sent }: Refused): Promise<void> {
  const before = await readBalancesAround(harness, sent)
  await expect(
    harness.services.executions.accept(sent, { receivedBody: body }),
  ).rejects.toMatchObject(refusal)
  expect(await harness.services.executions.status(sent.id)).toEqual({})
  expect(getGains(before, await readBalancesAround(harness, sent))).toEqual({})
}

type Refused = { refusal: { code: ErrorCode; issues?: { path: string }[] }; body?: unknown }

describe('execute-quote', () => {
  test('moves value once however often it is sent', async () => {
    const to = asset('Delta', 'USDC')
    const quote = await requestQuote({ from: asset('Firth', 'USDC'), amount: '1000000', to })
    const before = await readBalancesAround(harness, quote)
    const answers = await Promise.all([1, 2, 3, 4].map(() => accept(quote)))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    await waitUntilTerminal(harness.services, { quoteId: quote.id })
    expect(await accept(quote)).toEqual(answers[0])
    expect(getGains(before, await readBalancesAround(harness, quote))).toEqual(
      getPromised(quote, harness.account),
    )
  })

  test('refuses what is not the quote that was issued', async () => {
    const to = asset('Delta', 'USDC')
    const quote = await requestQuote({ from: asset('Firth', 'USDC'), amount: '1000000', to })
    const changed = {
      ...quote,
      destinationToken: { ...quote.destinationToken, amount: '999999999' },
    }
    const extended = { ...quote, note: 'added' }
    const refusal = { code: 'QUOTE_TAMPERED' } as const
    await expectRefused(changed, { refusal })
    await expectRefused(quote, { refusal, body: extended })
  })

  test('looks no more at a quote that one client sends with bad signatures, and at that of others', async () => {
    const to = asset('Delta', 'USDC')
    const quote = await requestQuote({ from: asset('Firth', 'USDC'), amount: '1000000', to })
    const junk = await signQuote(quote, privateKeyToAccount(`0x${'99'.repeat(32)}`))
    const { executions } = createServices({ maxRefusals: 10 })
    async function send(sent: Quote, visitor: string): Promise<unknown> {
      const answer = executions.accept(sent, { receivedBody: sent, apiKey: 'dashboard', visitor })
      return answer.then(
        () => 'accepted',
        (error: unknown) => (error instanceof ServiceError ? error.code : error),
      )
    }
    for (let time = 0; time < 10; time += 1)
      expect(await send(junk, '10.0.0.1')).toBe('INVALID_SIGNATURE')
    expect(await send(junk, '10.0.0.1')).toBe('RATE_LIMITED')
    expect(await send(quote, '10.0.0.2')).toBe('accepted')
    expect(await send(junk, '10.0.0.1'), 'what is known is known').toBe('accepted')
    await waitUntilTerminal(harness.services, { quoteId: quote.id })
  })

  test('refuses a quote that expired', async () => {
    const to = asset('Delta', 'USDC')
    const question = { from: asset('Firth', 'USDC'), amount: '1000000', to }
    const quote = await requestQuote(question, { service: shortLived() })
    await untilExpired(quote)
    await expectRefused(quote, { refusal: { code: 'QUOTE_EXPIRED' } })
  })

  test('gives an executed quote its answer again after it expired', async () => {
    const to = asset('Delta', 'USDC')
    const question = { from: asset('Firth', 'USDC'), amount: '1000000', to }
    const quote = await requestQuote(question)
    const before = await readBalancesAround(harness, quote)
    const answer = await accept(quote)
    const record = await waitUntilTerminal(harness.services, { quoteId: quote.id })
    const { executions } = createServices({ storage: withClockAfter(quote) })
    expect(await executions.accept(quote, { receivedBody: quote })).toEqual(answer)
    expect(await harness.services.executions.status(quote.id)).toEqual(record)
    expect(getGains(before, await readBalancesAround(harness, quote))).toEqual(
      getPromised(quote, harness.account),
    )
  })

  test.each([
    ['no signature', async () => '0x' as const],
    ['the signature of somebody else', () => signBy(`0x${'b2'.repeat(32)}`)],
    ['garbage', async () => `0x${'11'.repeat(65)}` as const],
  ])('refuses %s and names the operation', async (_, makeSignature) => {
    const to = asset('Delta', 'USDC')
    const quote = await requestQuote({ from: asset('Firth', 'USDC'), amount: '1000000', to })
    const signature = await makeSignature()
    const forged = {
      ...quote,
      originChainsOperations: quote.originChainsOperations.map((operation) =>
        isEvmOperation(operation)
          ? { ...operation, userOp: { ...operation.userOp, signature } }
          : operation,
      ),
    }
    const issues = [{ path: 'originChainsOperations.0.userOp.signature' }]
    await expectRefused(forged, { refusal: { code: 'INVALID_SIGNATURE', issues } })
  })

  test('of thirty at once on one balance sponsors one operation', async () => {
    const poor = privateKeyToAccount(`0x${'c3'.repeat(32)}`)
    const its = getAccount(poor.address, harness.services.service.quotes)
    await harness.devnet.faucet.send(its.accountAddress, [
      { assetType: asset('Firth', 'USDC'), amount: 5_000_000n },
    ])
    harness.services.service.balances.forget(its.accountAddress)
    const from = { accounts: [its], asset: { assetId: asset('Firth', 'USDC') }, amount: '4000000' }
    const to = { asset: { assetId: asset('Delta', 'USDC') } }
    const quotes = await Promise.all(
      Array.from({ length: 30 }, async () =>
        signQuote(await harness.services.service.quotes.quoteV3({ from, to }), poor),
      ),
    )
    const results = await Promise.allSettled(quotes.map((quote) => accept(quote)))
    const refusals = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason.code] : [],
    )
    expect(refusals).toEqual(Array.from({ length: 29 }, () => 'INSUFFICIENT_BALANCE'))
    const taken = quotes[results.findIndex(({ status }) => status === 'fulfilled')]
    expect(await waitUntilTerminal(harness.services, { quoteId: taken?.id ?? '' })).toMatchObject({
      status: 'COMPLETED',
    })
    const rows = await harness.database.storage.query<{ sent: number }>(
      `select count(*)::int as sent from transactions t join legs l using (quote_id, leg)
       where t.action = 'deposit' and l.account = $1`,
      [its.accountAddress.toLowerCase()],
    )
    expect(rows).toEqual([{ sent: 1 }])
  })
})

async function signBy(key: `0x${string}`) {
  return privateKeyToAccount(key).signMessage({ message: 'something else' })
}

test('ten first operations of one account all land, and none reverts at the executor', async () => {
  const fresh = privateKeyToAccount(`0x${'d4'.repeat(32)}`)
  const its = getAccount(fresh.address, harness.services.service.quotes)
  const from = asset('Firth', 'USDC')
  await harness.devnet.faucet.send(its.accountAddress, [{ assetType: from, amount: 100_000_000n }])
  harness.services.service.balances.forget(its.accountAddress)
  const request = {
    from: { accounts: [its], asset: { assetId: from }, amount: '2000000' },
    to: { asset: { assetId: asset('Delta', 'USDC') } },
  }
  const quotes = await Promise.all(
    Array.from({ length: 10 }, async () =>
      signQuote(await harness.services.service.quotes.quoteV3(request), fresh),
    ),
  )
  await Promise.all(quotes.map((quote) => accept(quote)))
  for (const quote of quotes)
    expect(await waitUntilTerminal(harness.services, { quoteId: quote.id })).toMatchObject({
      status: 'COMPLETED',
    })
  // A refused step failed in simulation, before anything was signed, and is retried.
  const failed = await harness.database.storage.query(
    "select action, state, detail from steps where quote_id = any($1) and state not in ('mined', 'refused')",
    [quotes.map(({ id }) => id)],
  )
  expect(failed).toEqual([])
})

test('a service that forgot everything does not move the same value again', async () => {
  const from = asset('Firth', 'USDC')
  const quote = await requestQuote({ from, amount: '1000000', to: asset('Firth', 'WETH') })
  expect(await execute(quote)).toMatchObject({ status: 'COMPLETED' })
  const before = await readBalancesAround(harness, quote)
  // The operation landed some blocks ago.
  await getNode('Firth').client.mine({ blocks: 25, interval: 0 })
  const empty = await startTestDatabase()
  const forgetful = createServices({ storage: empty.storage })
  await forgetful.start()
  await accept(quote, forgetful)
  const record = await waitUntilTerminal(forgetful, { quoteId: quote.id })
  await forgetful.stop()
  await empty.stop()
  expect(record).toMatchObject({ status: 'COMPLETED' })
  expect(record.originChainOperations).toHaveLength(1)
  expect(getGains(before, await readBalancesAround(harness, quote))).toEqual({})
})

test('nothing is reserved once everything has ended', async () => {
  const rows = await harness.database.storage.query<{ open: number }>(
    'select count(*)::int as open from reservations where active',
  )
  expect(rows).toEqual([{ open: 0 }])
  expect(harness.services.errors).toEqual([])
})
