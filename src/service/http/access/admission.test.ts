import { setImmediate as turn } from 'node:timers/promises'

import { afterEach, expect, test } from 'vitest'

import { ServiceError } from '../../ServiceError.ts'
import { explainOutage } from '../../roles/outage.ts'
import { buildApiKey, goodKey, startTestHttp, statusUrl, stopTestHttp } from '#testing/http/http.ts'

afterEach(stopTestHttp)

const quotes = 600
const computingMs = 12
const key = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const quoteRequest = {
  from: {
    accounts: [{ sessionAddress: key, adminAddress: key, accountAddress: key }],
    asset: { assetId: 'agg:usdc' },
    amount: '1',
  },
  to: { asset: { assetId: 'agg:eth' } },
}

/** A quote that waits for a chain, uses CPU, and finds no route. */
async function compute(): Promise<never> {
  await turn()
  const until = performance.now() + computingMs
  while (performance.now() < until);
  throw new ServiceError('NO_ROUTE', 'No way leads there.')
}

test('more quotes than can be computed are refused at once, and everything else goes before them', async () => {
  const app = await startTestHttp({
    handlers: { quote: compute, status: () => ({}) },
    explain: explainOutage,
    keys: [buildApiKey('good', { requestsPerSecond: 100_000 })],
  })
  const startedAt = performance.now()
  async function timed(asked: Promise<{ statusCode: number }>) {
    const { statusCode } = await asked
    return { statusCode, ms: performance.now() - startedAt }
  }
  const url = '/api/v3/quote'
  const burst = Array.from({ length: quotes }, () =>
    app.inject({ method: 'POST', url, headers: goodKey, payload: quoteRequest }),
  )
  const first = [
    timed(app.inject({ url: statusUrl, headers: goodKey })),
    timed(app.inject({ url: '/healthz' })),
  ]
  const answers = await Promise.all(burst.map(timed))
  const served = answers.filter(({ statusCode }) => statusCode === 422)
  const refused = answers.filter(({ statusCode }) => statusCode === 503)

  expect(served.length + refused.length).toBe(quotes)
  expect(served.length).toBeGreaterThan(0)
  // Together they are seven seconds of work; the last would wait that long.
  expect(served.length).toBeLessThan(quotes / 3)
  for (const { statusCode, ms } of await Promise.all(first)) {
    expect(statusCode).toBe(200)
    expect(ms).toBeLessThan(Math.max(...served.map((one) => one.ms)))
  }
  const [sample] = (await Promise.all(burst)).filter(({ statusCode }) => statusCode === 503)
  if (!sample) throw new Error('Nothing was refused.')
  expect(sample.json()).toMatchObject({ code: 'OVERLOADED' })
  expect(sample.headers['retry-after']).toBe('1')
  // Quotes are served again after the burst.
  const after = await app.inject({ method: 'POST', url, headers: goodKey, payload: quoteRequest })
  expect(after.statusCode).toBe(422)
})
