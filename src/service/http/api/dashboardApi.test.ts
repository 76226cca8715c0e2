import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'

import { devnet } from '#networks/devnet/devnet.ts'
import { dashboardEndpoints } from '#protocol/http/dashboardEndpoints.ts'
import type { Endpoint } from '#protocol/http/endpoints/endpoint.ts'
import { endpoints as table } from '#protocol/http/endpoints.ts'
import { ErrorBody } from '#protocol/status/errors.ts'
import { createDashboardClient } from '../../roles/apiKeyRecord.ts'
import type { Caller } from '../../caller.ts'
import {
  parseError,
  goodKey,
  predictBody,
  rejectingHandlers,
  sendRaw,
  startTestHttp,
  statusUrl,
  stopTestHttp,
} from '#testing/http/http.ts'

const endpoints: Record<string, Endpoint> = table

afterEach(stopTestHttp)

describe('the dashboard path', () => {
  const url = statusUrl.replace('/api/', '/dashboard-api/')
  const own = { host: '127.0.0.1:8080', 'sec-fetch-site': 'same-origin' }
  const origin = 'http://127.0.0.1:8080'

  test('answers the own page without a key', async () => {
    const app = await startTestHttp()
    expect((await app.inject({ url, headers: own })).statusCode).toBe(200)
    const post = await app.inject({
      method: 'POST',
      url: '/dashboard-api/account/predict-address',
      headers: { ...own, origin },
      payload: predictBody,
    })
    expect(post.statusCode).toBe(201)
  })

  test('answers and logs a refusal under its own status', async () => {
    const logged: unknown[] = []
    const app = await startTestHttp({
      handlers: rejectingHandlers,
      log: (_, facts) => logged.push(facts),
    })
    const refused = await app.inject({ url, headers: own })
    expect(refused.statusCode).toBe(422)
    expect(ErrorBody.parse(refused.json())).toMatchObject({ statusCode: 422, code: 'NO_ROUTE' })
    expect(logged.at(-1)).toMatchObject({ status: 422 })
  })

  test('tells its visitors apart by their networks, and programs by their keys alone', async () => {
    const askers: Caller[] = []
    function status({ caller }: { caller: Caller }) {
      askers.push(caller)
      return {}
    }
    const app = await startTestHttp({ handlers: { status } }, { trustedProxies: ['127.0.0.1'] })
    for (const from of ['2001:db8::1', '2001:db8::2', '192.0.2.9, 2001:db8::3'])
      await app.inject({ url, headers: { ...own, 'x-forwarded-for': from } })
    await app.inject({ url: statusUrl, headers: { ...goodKey, 'x-forwarded-for': '192.0.2.9' } })
    const dashboard = 'dashboard 2001:db8:0:0::/64'
    expect(askers.map(({ apiKey, visitor }) => `${apiKey} ${visitor}`)).toEqual([
      dashboard,
      dashboard,
      dashboard,
      'good undefined',
    ])
  })

  function forwarded(host: string) {
    return { ...own, host, 'x-forwarded-host': own.host, forwarded: `host=${own.host}` }
  }

  test.each([
    ['a foreign Host', { ...own, host: 'evil.example' }],
    ['a rebound Host', { ...own, host: '127.0.0.1.evil.example:8080' }],
    ['a foreign site', { ...own, 'sec-fetch-site': 'cross-site' }],
    ['a sibling site', { ...own, 'sec-fetch-site': 'same-site' }],
    ['a typed address', { ...own, 'sec-fetch-site': 'none' }],
    ['a foreign Origin', { ...own, origin: 'https://evil.example' }],
    ['another port', { ...own, origin: 'http://127.0.0.1:9999' }],
    ['an opaque Origin', { ...own, origin: 'null' }],
    ['another scheme', { ...own, origin: 'https://127.0.0.1:8080' }],
    ['another name of the same machine', { ...own, origin: 'http://localhost:8080' }],
    ['a Host that only a forwarding header makes ours', forwarded('evil.example')],
  ])('refuses %s', async (_name, headers) => {
    const app = await startTestHttp()
    expect(parseError(await app.inject({ url, headers }))).toMatchObject({
      statusCode: 403,
      code: 'FORBIDDEN',
    })
  })

  test('behind https takes the public address with its scheme and no other', async () => {
    const app = await startTestHttp({}, { publicUrl: 'https://app.example' })
    async function from(host: string, origin: string) {
      return (await app.inject({ url, headers: { ...own, host, origin } })).statusCode
    }
    expect(await from('app.example', 'https://app.example')).toBe(200)
    expect(await from('app.example', 'http://app.example')).toBe(403)
    expect(await from('127.0.0.1:8080', 'https://app.example')).toBe(403)
    expect(await from('other.example', 'https://other.example')).toBe(403)
  })

  test.each([
    'text/plain',
    'text/plain; charset=application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=application/json',
    'application/jsonp',
    '',
  ])('refuses a POST as "%s", which a foreign form could send', async (type) => {
    const app = await startTestHttp()
    const response = await app.inject({
      method: 'POST',
      url: '/dashboard-api/account/predict-address',
      headers: { ...own, origin, 'content-type': type },
      payload: JSON.stringify(predictBody),
    })
    expect(parseError(response)).toMatchObject({ statusCode: 415, code: 'UNSUPPORTED_MEDIA_TYPE' })
  })

  test('refuses a POST that is not JSON or has no Origin', async () => {
    const app = await startTestHttp()
    function post(headers: Record<string, string>) {
      return app.inject({
        method: 'POST',
        url: '/dashboard-api/account/predict-address',
        headers: { ...own, ...headers },
        payload: JSON.stringify(predictBody),
      })
    }
    expect(parseError(await post({ origin, 'content-type': 'text/plain' }))).toMatchObject({
      statusCode: 415,
    })
    expect(parseError(await post({ 'content-type': 'application/json' }))).toMatchObject({
      statusCode: 403,
    })
  })

  test('gives no more than its pages use, whatever else the service offers', async () => {
    const dashboard = createDashboardClient({ network: devnet })
    const app = await startTestHttp({ dashboard, handlers: rejectingHandlers })
    const reached = await Promise.all(
      Object.entries(endpoints).map(async ([name, { method, paths }]) => {
        const headers = { ...own, origin, 'content-type': 'application/json' }
        const path = paths[0].replace('/api/', '/dashboard-api/')
        const response = await app.inject({ method, url: path, headers })
        return response.statusCode === 404 ? [] : [name]
      }),
    )
    expect(reached.flat().toSorted()).toEqual([...dashboardEndpoints].toSorted())
    expect(reached.flat()).not.toContain('executeQuoteV1')
  })

  test('switches no scenario for who shows no key', async () => {
    const dashboard = createDashboardClient({ network: devnet })
    const app = await startTestHttp({ dashboard, handlers: rejectingHandlers })
    for (const [method, payload] of [
      ['GET', undefined],
      ['POST', { name: 'chain-down-firth', active: true }],
    ] as const) {
      const headers = { ...own, origin }
      const path = '/dashboard-api/devnet/scenarios'
      const response = await app.inject({ method, url: path, headers, ...(payload && { payload }) })
      expect(parseError(response)).toMatchObject({ statusCode: 404 })
    }
  })

  test('gives nothing of a devnet elsewhere', () => {
    const { allowedEndpoints } = createDashboardClient({ network: { ...devnet, isDevnet: false } })
    expect(allowedEndpoints).toContain('executeQuote')
    for (const name of ['faucet', 'scenarios', 'setScenario'] as const)
      expect(allowedEndpoints).not.toContain(name)
  })

  test('is not opened by showing the name of its client as a key', async () => {
    const app = await startTestHttp()
    const headers = { 'x-api-key': 'dashboard' }
    expect(parseError(await app.inject({ url: statusUrl, headers }))).toMatchObject({
      statusCode: 401,
    })
  })

  test.each([
    '/dashboard-api/',
    '/dashboard-api/readyz',
    '/dashboard-api/..%2fmetrics',
    '/dashboard-api/../metrics',
    '/dashboard-api/%2e%2e/metrics',
    '/dashboard-api/v3/../../metrics',
    '/dashboard-api//metrics',
    '/dashboard-api/..\\metrics',
    '/dashboard-api/%2fapi%2fchains%2fsupported-list',
    '/dashboard-api/../api/chains/supported-list',
    'http://evil.example/dashboard-api/../metrics',
  ])('leads nowhere else: %s', async (path) => {
    const app = await startTestHttp()
    await app.listen({ host: '127.0.0.1', port: 0 })
    const head = `GET ${path} HTTP/1.1\r\nhost: ${own.host}\r\nsec-fetch-site: same-origin`
    expect(await sendRaw(app, `${head}\r\nconnection: close\r\n\r\n`)).toMatch(/^HTTP\/1.1 40[04] /)
  })
})

describe('the limits of the dashboard path', () => {
  const request = { url: statusUrl.replace('/api/', '/dashboard-api/') }
  const headers = { host: '127.0.0.1:8080', 'sec-fetch-site': 'same-origin' }

  async function statusFrom(app: FastifyInstance, remoteAddress: string, more = {}) {
    const all = { ...headers, ...more }
    return (await app.inject({ ...request, headers: all, remoteAddress })).statusCode
  }

  test('hold for each client address', async () => {
    const app = await startTestHttp({}, { now: () => 0, limits: { dashboardPerSecond: 1 } })
    expect(await statusFrom(app, '10.0.0.1')).toBe(200)
    expect(await statusFrom(app, '10.0.0.1')).toBe(429)
    expect(await statusFrom(app, '10.0.0.2')).toBe(200)
  })

  test('count a whole IPv6 network of 64 bits as one client', async () => {
    const app = await startTestHttp({}, { now: () => 0, limits: { dashboardPerSecond: 1 } })
    expect(await statusFrom(app, '2001:db8:0:1::1')).toBe(200)
    expect(await statusFrom(app, '2001:db8:0:1:ffff::2')).toBe(429)
    expect(await statusFrom(app, '2001:db8:0:2::1')).toBe(200)
  })

  test('have a ceiling for all clients, which one client alone cannot use up', async () => {
    const dashboard = { label: 'dashboard', requestsPerSecond: 3 }
    const app = await startTestHttp(
      { dashboard },
      { now: () => 0, limits: { dashboardPerSecond: 2 } },
    )
    const one = await Promise.all([1, 2, 3, 4, 5].map(() => statusFrom(app, '10.0.0.1')))
    expect(one).toEqual([200, 200, 429, 429, 429])
    expect(await statusFrom(app, '10.0.0.2')).toBe(200)
    expect(await statusFrom(app, '10.0.0.3')).toBe(429)
  })

  test('are not escaped by a forged X-Forwarded-For', async () => {
    const app = await startTestHttp({}, { now: () => 0, limits: { dashboardPerSecond: 1 } })
    function forge(client: string) {
      return statusFrom(app, '10.0.0.1', { 'x-forwarded-for': client, 'x-real-ip': client })
    }
    expect(await forge('10.9.9.1')).toBe(200)
    expect(await forge('10.9.9.2')).toBe(429)
  })

  test('take the client that a trusted proxy names, not those the client adds itself', async () => {
    const app = await startTestHttp(
      {},
      { now: () => 0, limits: { dashboardPerSecond: 1 }, trustedProxies: ['10.0.0.1'] },
    )
    function through(chain: string) {
      return statusFrom(app, '10.0.0.1', { 'x-forwarded-for': chain })
    }
    expect(await through('1.1.1.1, 10.9.9.1')).toBe(200)
    expect(await through('2.2.2.2, 10.9.9.1')).toBe(429)
    expect(await through('10.9.9.2')).toBe(200)
  })
})
