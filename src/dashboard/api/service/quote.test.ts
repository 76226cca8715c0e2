import { focusManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { QuoteRequest } from '#protocol/quotes/quote.ts'
import { sampleQuote } from '#testing/verifier/sampleQuote.ts'
import { samples } from '#testing/verifier/samples.ts'
import { createApi } from './client.ts'
import { getMsUntilRefresh, quoteOptions } from './quote.ts'

const account = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const request = QuoteRequest.parse({
  from: {
    accounts: [{ type: 'basic', accountAddress: account, signerAddress: account }],
    asset: { assetId: 'agg:usdc' },
    amount: '1000000',
  },
  to: { asset: { assetId: 'agg:eth' } },
})

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Counts the quote requests in a minute while the service answers each one alike. */
async function askedInAMinute(
  answer: () => Response,
  options: { isPaused: boolean } = { isPaused: false },
): Promise<number> {
  let asked = 0
  const api = createApi({
    fetch: () => {
      asked += 1
      return Promise.resolve(answer())
    },
  })
  const client = new QueryClient()
  const observer = new QueryObserver(client, quoteOptions(api, request, options))
  const stop = observer.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(59_000)
  stop()
  client.clear()
  return asked
}

function buildRefusal(refusal: { status: number; code: string }): Response {
  const body = { ...refusal, statusCode: refusal.status, error: '', message: '', path: '/' }
  const json = JSON.stringify({ ...body, timestamp: new Date().toISOString() })
  return new Response(json, { status: refusal.status })
}

/** A quote that is good for half a minute. */
function buildQuote(): Response {
  const expirationTimestamp = String(Math.floor(Date.now() / 1000) + 30)
  return Response.json({ ...sampleQuote(samples['two chains into one']), expirationTimestamp })
}

test('a quote is refreshed when a quarter of its life is left, while it is looked at', async () => {
  expect(await askedInAMinute(buildQuote)).toBe(3)
})

test('a quote that ends later than a timer can wait is not asked for without pause', () => {
  const quote = { expirationTimestamp: '4102444800' }
  expect(getMsUntilRefresh({ quote, receivedAtMs: 0 }, 0)).toBe(86_400_000)
})

test('nothing is refreshed while somebody types, reviews or signs, nor in a hidden tab', async () => {
  expect(await askedInAMinute(buildQuote, { isPaused: true })).toBe(1)
  focusManager.setFocused(false)
  expect(await askedInAMinute(buildQuote)).toBe(1)
  focusManager.setFocused(undefined)
})

test('a refusal that passes by itself is asked again every 15 seconds while it is looked at', async () => {
  for (const code of [
    'INSUFFICIENT_BALANCE',
    'INSUFFICIENT_LIQUIDITY',
    'PRICE_UNAVAILABLE',
    'SIMULATION_FAILED',
  ])
    expect(await askedInAMinute(() => buildRefusal({ status: 422, code })), code).toBe(4)
})

test('what only another form can help with is asked once', async () => {
  for (const code of ['NO_ROUTE', 'AMOUNT_TOO_LOW', 'INVALID_REQUEST'])
    expect(await askedInAMinute(() => buildRefusal({ status: 422, code })), code).toBe(1)
})
