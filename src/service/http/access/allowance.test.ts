import { z } from 'zod/mini'
import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'

import { ErrorBody } from '#protocol/status/errors.ts'
import { ServiceError } from '../../ServiceError.ts'
import type { AddressLimits } from './allowance.ts'
import { type ApiKey, hashApiKey } from './apiKeys.ts'
import {
  buildApiKey,
  parseError,
  goodKey,
  findMissingHeaders,
  predictUrl,
  rejectingHandlers,
  startTestHttp,
  statusUrl,
  stopTestHttp,
} from '#testing/http/http.ts'

afterEach(stopTestHttp)

function askThrough(app: FastifyInstance, client: string) {
  return app.inject({ url: '/healthz', headers: { 'x-forwarded-for': client } })
}

type TestCall = {
  method?: string
  url?: string
  headers?: Record<string, string>
  payload?: string
}

const StatusOf = z.object({ statusCode: z.optional(ErrorBody.shape.statusCode) })
const jsonHeaders = { ...goodKey, 'content-type': 'application/json' }
const plain = { ...goodKey, 'content-type': 'text/plain' }

const answers: [status: number, request: TestCall][] = [
  [200, {}],
  [401, { headers: {} }],
  [401, { headers: { 'x-api-key': 'bad' } }],
  [403, { headers: { 'x-api-key': 'poor' } }],
  [404, { url: '/api/nothing' }],
  [404, { url: '/nothing', headers: {} }],
  [400, { url: '/api/%zz' }],
  [405, { method: 'DELETE' }],
  [413, { method: 'POST', url: predictUrl, payload: 'x'.repeat(256 * 1024 + 1) }],
  [415, { method: 'POST', url: predictUrl, payload: 'x', headers: plain }],
  [429, { headers: { 'x-api-key': 'spent' } }],
  [503, { headers: { 'x-api-key': 'asks' } }],
]

/** A service with one stored key, `stored`; `asked` lists the hashes that were looked up. */
async function startWithStore(limits: Partial<AddressLimits>, now = () => 0) {
  const asked: string[] = []
  let stored: ApiKey | undefined = buildApiKey('stored')
  const app = await startTestHttp(
    {
      lookUpKey: async (sha256) => {
        asked.push(sha256)
        return sha256 === stored?.sha256 ? stored : undefined
      },
    },
    { now, limits },
  )
  return { app, asked, disable: () => (stored = undefined) }
}

describe('limits', () => {
  test('refuse a key beyond its own limit, and say when to come back', async () => {
    const app = await startTestHttp(
      { keys: [buildApiKey('good', { requestsPerSecond: 2 })] },
      { now: () => 0 },
    )
    function ask() {
      return app.inject({ url: statusUrl, headers: goodKey })
    }
    expect((await ask()).headers['x-ratelimit-remaining']).toBe('1')
    await ask()
    const response = await ask()
    expect(parseError(response)).toMatchObject({ statusCode: 429, code: 'RATE_LIMITED' })
    expect(response.headers['retry-after']).toBe('1')
  })

  test('count a page of the explorer for ten', async () => {
    const page = { status: 200, contentType: 'text/html', body: '' }
    const pages = [{ path: '/explorer/:chain/tx/:id', handle: async () => page }]
    const app = await startTestHttp({ pages }, { now: () => 0 })
    const left = [
      (await app.inject('/healthz')).headers,
      (await app.inject('/explorer/1/tx/2')).headers,
    ]
    const [before, after] = left.map((headers) => Number(headers['x-ratelimit-remaining']))
    expect(Number(before) - Number(after)).toBe(10)
  })

  test('count the simulation of a call for as much as five quotes', async () => {
    const app = await startTestHttp(
      { handlers: rejectingHandlers, keys: [buildApiKey('good', { requestsPerSecond: 10 })] },
      { now: () => 0 },
    )
    async function leftAfter(url: string) {
      const response = await app.inject({ method: 'POST', url, headers: goodKey, payload: {} })
      return Number(response.headers['x-ratelimit-remaining'])
    }
    expect(await leftAfter('/api/v3/quote')).toBe(9)
    expect(await leftAfter('/api/v3/quote/prepare-call-quote')).toBe(4)
    const dashboard = '/dashboard-api/v3/quote/prepare-call-quote'
    const before = await leftAfter('/dashboard-api/v3/quote')
    expect(await leftAfter(dashboard)).toBe(before - 5)
    // Quotes cost visitors without a key more than API clients.
    expect(await leftAfter('/dashboard-api/v3/quote')).toBe(before - 9)
  })

  test('count a body by its size, as the largest where it says none, and not at all what is refused unread', async () => {
    const app = await startTestHttp({ handlers: rejectingHandlers }, { now: () => 0 })
    async function costOf(payload: string, { url = '/api/v3/quote/execute', more = {} } = {}) {
      const headers = { ...jsonHeaders, ...more }
      const before = (await app.inject({ url: statusUrl, headers: goodKey })).headers
      const { headers: after } = await app.inject({ method: 'POST', url, headers, payload })
      return Number(before['x-ratelimit-remaining']) - Number(after['x-ratelimit-remaining'])
    }
    const chunked = { 'transfer-encoding': 'chunked' }
    expect(await costOf('{}')).toBe(1)
    expect(await costOf(`"${'a'.repeat(200 * 1024)}"`)).toBe(7)
    expect(await costOf('{}', { more: chunked })).toBe(21)
    expect(await costOf(`"${'a'.repeat(200 * 1024)}"`, { url: '/api/v3/quote' })).toBe(1)
  })

  test('let large bodies of one client keep nobody else from a status', async () => {
    const app = await startTestHttp({ handlers: rejectingHandlers }, { now: () => 0 })
    const headers = {
      'content-type': 'application/json',
      origin: 'http://127.0.0.1:8080',
      host: '127.0.0.1:8080',
    }
    const payload = `[${'{},'.repeat(80_000)}{}]`
    const url = '/dashboard-api/v3/quote/execute'
    const flood = Array.from({ length: 100 }, () =>
      app.inject({ method: 'POST', url, headers, payload, remoteAddress: '10.0.0.1' }),
    )
    const others = Array.from({ length: 50 }, () =>
      app.inject({ url: statusUrl, headers: goodKey }),
    )
    const refused = (await Promise.all(flood)).map(({ statusCode }) => statusCode)
    expect(refused.filter((status) => status === 429).length).toBeGreaterThan(75)
    // The others are given up after the most values of any request.
    expect(new Set(refused)).toEqual(new Set([400, 429]))
    expect((await Promise.all(others)).every(({ statusCode }) => statusCode === 422)).toBe(true)
    const short = await app.inject({
      method: 'POST',
      url: '/api/v3/quote',
      headers: jsonHeaders,
      payload,
    })
    expect(parseError(short)).toMatchObject({
      statusCode: 413,
      message: 'The body is larger than 32 KB, the most that this path takes.',
    })
  })

  test('count wrong keys by address', async () => {
    const app = await startTestHttp({}, { now: () => 0, limits: { anyonePerSecond: 1 } })
    function ask(text: string) {
      return app.inject({ url: statusUrl, headers: { 'x-api-key': text } })
    }
    expect((await ask('a')).statusCode).toBe(401)
    expect((await ask('b')).statusCode).toBe(429)
  })

  test('let a flood of made-up keys cost no look-up beyond the limit of its address', async () => {
    const { app, asked } = await startWithStore({ lookUpsPerSecond: 3 })
    function ask(text: string, remoteAddress = '10.0.0.1') {
      return app.inject({ url: statusUrl, headers: { 'x-api-key': text }, remoteAddress })
    }
    const flood = await Promise.all(Array.from({ length: 50 }, (_, index) => ask(`bad ${index}`)))
    const statuses = flood.map((response) => parseError(response).statusCode)
    expect(statuses.filter((status) => status === 401)).toHaveLength(3)
    expect(statuses.filter((status) => status === 429)).toHaveLength(47)
    expect(asked).toHaveLength(3)
    // Other addresses and known keys are unaffected.
    expect((await ask('stored', '10.0.0.2')).statusCode).toBe(200)
    expect((await ask('stored')).statusCode).toBe(200)
    expect((await ask('good')).statusCode).toBe(200)
  })

  test('ask for a stored key once in ten seconds, also when it comes often at once', async () => {
    let clock = 0
    const { app, asked } = await startWithStore({ lookUpsPerSecond: 1 }, () => clock)
    function ask() {
      return app.inject({ url: statusUrl, headers: { 'x-api-key': 'stored' } })
    }
    const all = await Promise.all(Array.from({ length: 30 }, ask))
    expect(new Set(all.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    clock = 9_999
    await ask()
    expect(asked).toHaveLength(1)
    clock = 10_000
    await ask()
    expect(asked).toHaveLength(2)
  })

  test('refuse a key that was taken out of use ten seconds later at the latest', async () => {
    let clock = 0
    const { app, disable } = await startWithStore({}, () => clock)
    async function ask() {
      const headers = { 'x-api-key': 'stored' }
      return (await app.inject({ url: statusUrl, headers })).statusCode
    }
    expect(await ask()).toBe(200)
    disable()
    clock = 10_000
    expect(await ask()).toBe(401)
  })

  test('are told also when the store of the keys fails', async () => {
    const app = await startTestHttp({
      lookUpKey: async () => {
        throw new ServiceError('STORAGE_UNAVAILABLE', 'The database does not answer.')
      },
    })
    const response = await app.inject({ url: statusUrl, headers: { 'x-api-key': 'stored' } })
    expect(parseError(response)).toMatchObject({ statusCode: 503, code: 'STORAGE_UNAVAILABLE' })
    expect((await app.inject({ url: statusUrl, headers: goodKey })).statusCode).toBe(200)
  })

  test('take X-Forwarded-For only from a trusted proxy', async () => {
    const limits = { anyonePerSecond: 1 }
    const direct = await startTestHttp({}, { now: () => 0, limits })
    await askThrough(direct, '10.0.0.1')
    expect((await askThrough(direct, '10.0.0.2')).statusCode).toBe(429)
    const proxied = await startTestHttp({}, { now: () => 0, limits, trustedProxies: ['127.0.0.1'] })
    await askThrough(proxied, '10.0.0.1')
    expect((await askThrough(proxied, '10.0.0.2')).statusCode).toBe(200)
  })
})

describe('every answer', () => {
  test.each(answers)('tells what is left and the time, also %i', async (status, request) => {
    const app = await startTestHttp(
      {
        keys: [
          buildApiKey('good', { requestsPerSecond: 7 }),
          buildApiKey('poor', { allowedEndpoints: [] }),
          buildApiKey('spent', { requestsPerSecond: 0 }),
        ],
        lookUpKey: async (sha256) => {
          if (sha256 === hashApiKey('bad')) return undefined
          throw new ServiceError('STORAGE_UNAVAILABLE', 'The database does not answer.')
        },
      },
      { now: () => 0 },
    )
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    const { method = 'GET', headers = jsonHeaders, payload } = request
    const response = await fetch(url + (request.url ?? statusUrl), {
      method,
      headers,
      ...(payload !== undefined && { body: payload }),
    })
    expect(response.status).toBe(status)
    const told = Object.fromEntries(response.headers)
    expect(findMissingHeaders(told)).toEqual([])
    expect(Math.abs(Date.parse(told['date'] ?? '') - Date.now())).toBeLessThan(2_000)
    expect(told['retry-after']).toBe(status === 429 || status === 503 ? '1' : undefined)
    expect(StatusOf.parse(await response.json()).statusCode).toBe(
      status === 200 ? undefined : status,
    )
  })
})

describe('CORS', () => {
  test.each(['https://app.example', 'http://127.0.0.1:8080'])(
    'lets %s read answers',
    async (origin) => {
      const app = await startTestHttp()
      const response = await app.inject({ url: statusUrl, headers: { ...goodKey, origin } })
      expect(response.headers['access-control-allow-origin']).toBe(origin)
      expect(response.headers['access-control-expose-headers']).toContain('x-ratelimit-remaining')
    },
  )

  test('answers a preflight without a key', async () => {
    const app = await startTestHttp()
    function preflight(origin: string) {
      return app.inject({
        method: 'OPTIONS',
        url: '/api/v3/quote',
        headers: { origin, 'access-control-request-method': 'POST' },
      })
    }
    const own = await preflight('https://app.example')
    expect(own.statusCode).toBe(204)
    expect(own.headers['access-control-allow-headers']).toContain('x-api-key')
    const foreign = await preflight('https://evil.example')
    expect(foreign.headers['access-control-allow-origin']).toBeUndefined()
  })
})
