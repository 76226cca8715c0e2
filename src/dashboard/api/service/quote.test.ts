// @vitest-environment happy-dom
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { QuoteRequest } from '#protocol/quotes/quote.ts'
import { createApi } from './client.ts'
import { quoteOptions } from './quote.ts'

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

/** Counts the quote requests in a minute while the service refuses each one. */
async function askedInAMinute(refusal: { status: number; code: string }): Promise<number> {
  let asked = 0
  const api = createApi({
    fetch: () => {
      asked += 1
      const body = { ...refusal, statusCode: refusal.status, error: '', message: '', path: '/' }
      const json = JSON.stringify({ ...body, timestamp: new Date().toISOString() })
      return Promise.resolve(new Response(json, { status: refusal.status }))
    },
  })
  const client = new QueryClient()
  const observer = new QueryObserver(client, quoteOptions(api, request, { isPaused: false }))
  const stop = observer.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(59_000)
  stop()
  client.clear()
  return asked
}

test('a refusal that passes by itself is asked again every 15 seconds while it is looked at', async () => {
  for (const code of [
    'INSUFFICIENT_BALANCE',
    'INSUFFICIENT_LIQUIDITY',
    'PRICE_UNAVAILABLE',
    'SIMULATION_FAILED',
  ])
    expect(await askedInAMinute({ status: 422, code }), code).toBe(4)
})

test('what only another form can help with is asked once', async () => {
  for (const code of ['NO_ROUTE', 'AMOUNT_TOO_LOW', 'INVALID_REQUEST'])
    expect(await askedInAMinute({ status: 422, code }), code).toBe(1)
})
