import { expect, test } from 'vitest'

import { endpoints } from '#protocol/http/endpoints.ts'
import { type Api, ApiError, call, createApi, callWithRaw, type ApiExchange } from './client.ts'

const chains = [
  { chain: { chain: 'eip155:1', namespace: 'eip155', reference: '1' }, isTestnet: false },
]

/** An API whose service answers `body` with `status`; `seen` collects requests and exchanges. */
function apiAnswering(body: unknown, init: ResponseInit = {}) {
  const seen: { urls: string[]; requests: RequestInit[]; exchanges: ApiExchange[] } = {
    urls: [],
    requests: [],
    exchanges: [],
  }
  const api: Api = createApi({
    fetch: (url, request) => {
      seen.urls.push(typeof url === 'string' ? url : 'not a text')
      seen.requests.push(request ?? {})
      return Promise.resolve(new Response(JSON.stringify(body), init))
    },
    onExchange: (one) => seen.exchanges.push(one),
  })
  return { api, seen }
}

async function errorOf(promise: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await promise.catch((thrown: unknown) => thrown)
  if (error instanceof ApiError) return error
  throw new Error('Expected an ApiError.')
}

test('an answer is decoded and the request goes to the host of the dashboard', async () => {
  const { api, seen } = apiAnswering(chains)
  expect(await call(api, endpoints.chains)).toEqual(chains)
  expect(seen.urls).toEqual(['/dashboard-api/chains/supported-list'])
  expect(seen.exchanges[0]).toMatchObject({
    url: '/dashboard-api/chains/supported-list',
    status: 200,
    deviations: [],
  })
})

test('a quote is kept as it came, fields that no schema names included', async () => {
  const { api } = apiAnswering([{ ...chains[0], extra: 1 }])
  const { decoded, received } = await callWithRaw(api, endpoints.chains)
  expect(received).toEqual([{ ...chains[0], extra: 1 }])
  expect(decoded).toEqual(chains)
})

test('a service that takes a request and says nothing counts as unreachable once time is up', async () => {
  const api = createApi({
    fetch: (_url, request) =>
      new Promise((_resolve, reject) => {
        const signal = request?.signal
        signal?.addEventListener('abort', () => reject(Error(signal.reason.name)))
      }),
  })
  const error = await errorOf(call(api, endpoints.chains, { timeoutMs: 20 }))
  expect(error).toMatchObject({ status: 0, code: 'UNREACHABLE' })
})

test('a refusal becomes an error with the code and the sentence of the service', async () => {
  const { api } = apiAnswering(
    {
      error: 'Bad Request',
      message: 'The quote expired 3 s ago.',
      statusCode: 400,
      timestamp: '2026-01-01T00:00:00.000Z',
      path: '/api/v3/quote/execute-quote',
      code: 'QUOTE_EXPIRED',
    },
    { status: 400 },
  )
  const error = await errorOf(call(api, endpoints.executeQuote, { body: {} }))
  expect(error).toMatchObject({ status: 400, code: 'QUOTE_EXPIRED' })
  expect(error.message).toBe('The quote expired 3 s ago.')
})

test('a refusal without a readable body still says its status', async () => {
  const { api } = apiAnswering('gateway', { status: 502 })
  expect(await errorOf(call(api, endpoints.assets))).toMatchObject({
    status: 502,
    code: 'INTERNAL',
  })
})

test('an answer that breaks the table is reported with its place and raised as unreadable', async () => {
  const { api, seen } = apiAnswering([{ ...chains[0], isTestnet: 'no' }])
  expect(await errorOf(call(api, endpoints.chains))).toMatchObject({
    code: 'UNREADABLE',
    status: 200,
  })
  expect(seen.exchanges[0]?.deviations[0]?.path).toBe('0.isTestnet')
})

test('a service that does not answer is unreachable, an aborted call stays an abort', async () => {
  const down = createApi({ fetch: () => Promise.reject(new TypeError('Failed to fetch')) })
  expect(await errorOf(call(down, endpoints.assets))).toMatchObject({
    code: 'UNREACHABLE',
    status: 0,
  })
  const abort = new DOMException('gone', 'AbortError')
  const aborted = createApi({ fetch: () => Promise.reject(abort) })
  await expect(call(aborted, endpoints.assets)).rejects.toBe(abort)
})

test('the clock of the service is learnt from its answers', async () => {
  const date = new Date(Date.now() + 120_000).toUTCString()
  const { api } = apiAnswering(chains, { headers: { date } })
  await call(api, endpoints.chains)
  expect(Math.abs(api.clock.skewMs() - 120_000)).toBeLessThan(1_500)
})
