import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { ErrorBody } from '#protocol/errors.ts'
import { ServiceError } from '../ServiceError.ts'
import { type ApiKey, hashApiKey } from './apiKeys.ts'
import { type HttpOptions, type HttpParts, createHttp } from './http.ts'

const quoteId = `0x${'ab'.repeat(32)}`
const statusUrl = `/api/v3/status/get-execution-status?quoteId=${quoteId}`
const key = { 'x-api-key': 'good' }
const apps: FastifyInstance[] = []

function apiKey(text: string, more: Partial<ApiKey> = {}): ApiKey {
  return { label: text, sha256: hashApiKey(text), requestsPerSecond: 1000, ...more }
}

async function start(parts: Partial<HttpParts> = {}, options: Partial<HttpOptions> = {}) {
  const app = await createHttp(
    {
      handlers: { status: () => ({}), chains: () => [], predictAddress: () => predicted },
      keys: [apiKey('good')],
      readiness: async () => ({ missing: [] }),
      log: { error: () => undefined },
      ...parts,
    },
    {
      publicUrl: 'http://127.0.0.1:8080',
      corsOrigins: ['https://app.example'],
      publicRpcUrls: ['http://127.0.0.1:19545'],
      ...options,
    },
  )
  apps.push(app)
  return app
}

const predicted = { predictedAddress: '0x00000000000000000000000000000000000000aa' } as const
const predictUrl = '/api/account/predict-address'
const predictBody = {
  sessionAddress: predicted.predictedAddress,
  adminAddress: predicted.predictedAddress,
}

afterEach(async () => {
  await Promise.all(apps.splice(0).map((app) => app.close()))
})

function expectError(
  response: { statusCode: number; body: string; headers: Record<string, unknown> },
  expected: { status: number; code?: string; path?: string },
) {
  expect(response.statusCode).toBe(expected.status)
  const body = ErrorBody.strict().parse(JSON.parse(response.body))
  expect(body.statusCode).toBe(expected.status)
  if (expected.code) expect(body.code).toBe(expected.code)
  if (expected.path !== undefined) expect(body.path).toBe(expected.path)
  expect(Math.abs(Date.parse(body.timestamp) - Date.now())).toBeLessThan(5000)
  expectFixedHeaders(response.headers)
  return body
}

function expectFixedHeaders(headers: Record<string, unknown>) {
  for (const name of ['limit', 'remaining', 'reset'])
    expect(String(headers[`x-ratelimit-${name}`])).toMatch(/^\d+$/)
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  expect(headers['x-content-type-options']).toBe('nosniff')
}

describe('a request with a key', () => {
  test('is answered with the headers every answer has', async () => {
    const app = await start()
    const response = await app.inject({ url: statusUrl, headers: key })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({})
    expect(response.headers['cache-control']).toBe('no-store')
    expectFixedHeaders(response.headers)
  })

  test('reaches the same endpoint by every path of the table', async () => {
    const app = await start()
    const url = `/api/status/get-execution-status?quoteId=${quoteId}`
    expect((await app.inject({ url, headers: key })).statusCode).toBe(200)
  })

  test('gets the status of the table: 201 for an address', async () => {
    const app = await start()
    const response = await app.inject({
      method: 'POST',
      url: predictUrl,
      headers: key,
      payload: { ...predictBody, more: 'is ignored' },
    })
    expect(response.statusCode).toBe(201)
    expect(response.json()).toEqual(predicted)
  })

  test('hands the handler the body as it came, beside the decoded one', async () => {
    const seen: unknown[] = []
    const app = await start({
      handlers: {
        predictAddress: ({ body, receivedBody }) => {
          seen.push(body, receivedBody)
          return predicted
        },
      },
    })
    const payload = { ...predictBody, more: 1 }
    await app.inject({ method: 'POST', url: predictUrl, headers: key, payload })
    expect(seen).toEqual([predictBody, payload])
  })
})

describe('keys', () => {
  test.each([{}, { 'x-api-key': 'bad' }, { 'x-api-key': '' }])(
    'are asked for before anything of the request is looked at: %j',
    async (headers) => {
      const app = await start()
      const payload = '{"not json'
      const type = { 'content-type': 'application/json' }
      expectError(
        await app.inject({
          method: 'POST',
          url: predictUrl,
          headers: { ...type, ...headers },
          payload,
        }),
        { status: 401, code: 'UNAUTHENTICATED' },
      )
    },
  )

  test('are refused where they have no permission', async () => {
    const app = await start({ keys: [apiKey('good', { allowedEndpoints: ['chains'] })] })
    expectError(await app.inject({ url: statusUrl, headers: key }), {
      status: 403,
      code: 'FORBIDDEN',
    })
    const chains = await app.inject({ url: '/api/chains/supported-list', headers: key })
    expect(chains.statusCode).toBe(200)
  })

  test('are refused from an origin they do not allow', async () => {
    const app = await start({
      keys: [apiKey('good', { allowedOrigins: ['https://mine.example'] })],
    })
    const from = (origin: string) => app.inject({ url: statusUrl, headers: { ...key, origin } })
    expectError(await from('https://other.example'), { status: 403 })
    expect((await from('https://mine.example')).statusCode).toBe(200)
  })
})

describe('malformed requests', () => {
  test('name each field that does not fit', async () => {
    const app = await start()
    const body = expectError(
      await app.inject({ url: '/api/v3/status/get-execution-status?quoteId=1', headers: key }),
      { status: 400, code: 'INVALID_REQUEST', path: '/api/v3/status/get-execution-status' },
    )
    expect(body.issues?.map(({ path }) => path)).toEqual(['quoteId'])
  })

  test('name the field of the branch that came closest', async () => {
    const app = await start()
    const response = await app.inject({
      method: 'POST',
      url: predictUrl,
      headers: key,
      payload: { ...predictBody, adminAddress: '0x12' },
    })
    expect(expectError(response, { status: 400 }).issues?.[0]?.path).toBe('adminAddress')
  })

  test.each([
    ['broken JSON', '{"a":', 400],
    ['no JSON', '', 400],
    ['a key twice', '{"a":1,"a":1}', 400],
    ['a lone surrogate', '{"a":"\\ud800"}', 400],
    ['too much', JSON.stringify({ a: 'x'.repeat(256 * 1024) }), 413],
  ])('are refused: %s', async (_name, payload, status) => {
    const app = await start()
    const headers = { ...key, 'content-type': 'application/json' }
    const response = await app.inject({ method: 'POST', url: predictUrl, headers, payload })
    expectError(response, { status })
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'are refused as %s',
    async (type) => {
      const app = await start()
      const headers = { ...key, 'content-type': type }
      const response = await app.inject({
        method: 'POST',
        url: predictUrl,
        headers,
        payload: 'a=1',
      })
      expectError(response, { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' })
    },
  )

  test('are refused when the address is not valid URL encoding', async () => {
    const app = await start()
    expectError(await app.inject({ url: '/api/%zz?secret=1', headers: key }), {
      status: 400,
      path: '/api/%zz',
    })
  })
})

describe('routes', () => {
  test('that do not exist are 404, with or without a key', async () => {
    const app = await start()
    for (const headers of [{}, key])
      expectError(await app.inject({ url: '/api/v3/quote/transfer-quote', headers }), {
        status: 404,
        code: 'NOT_FOUND',
      })
  })

  test('without a handler do not exist', async () => {
    const app = await start()
    expectError(
      await app.inject({ method: 'POST', url: '/api/devnet/faucet', headers: key, payload: {} }),
      { status: 404 },
    )
  })

  test('of the other method are 405 and say which', async () => {
    const app = await start()
    const response = await app.inject({ method: 'DELETE', url: predictUrl, headers: key })
    expectError(response, { status: 405, code: 'METHOD_NOT_ALLOWED' })
    expect(response.headers['allow']).toBe('POST')
  })

  test('under a method that Fastify does not know are refused in the same form', async () => {
    const app = await start()
    expectError(await app.inject({ method: 'PROPFIND' as 'GET', url: '/nowhere' }), { status: 404 })
  })
})

describe('faults', () => {
  test('say nothing of what happened, and reach the log', async () => {
    const logged: object[] = []
    const app = await start({
      handlers: {
        chains: () => {
          throw new Error('secret at /home/someone/file.ts')
        },
      },
      log: { error: (details) => logged.push(details) },
    })
    const response = await app.inject({ url: '/api/chains/supported-list', headers: key })
    expectError(response, { status: 500, code: 'INTERNAL' })
    expect(response.body).not.toContain('secret')
    expect(logged).toHaveLength(1)
  })

  test('of an answer that does not fit its schema are ours', async () => {
    const app = await start({
      handlers: { predictAddress: () => ({ predictedAddress: '0x12' }) },
    })
    expectError(
      await app.inject({ method: 'POST', url: predictUrl, headers: key, payload: predictBody }),
      { status: 500 },
    )
  })

  test('of a chain are 503 and say when to come back', async () => {
    const app = await start({
      handlers: {
        chains: () => {
          throw new ServiceError('CHAIN_UNAVAILABLE', 'Delta cannot be read.', {
            cause: new Error('http://provider/secret'),
          })
        },
      },
    })
    const response = await app.inject({ url: '/api/chains/supported-list', headers: key })
    expect(expectError(response, { status: 503 }).message).toBe('Delta cannot be read.')
    expect(response.headers['retry-after']).toBe('1')
  })
})

describe('limits', () => {
  test('refuse a key beyond its own limit, and say when to come back', async () => {
    const app = await start({ keys: [apiKey('good', { requestsPerSecond: 2 })] }, { now: () => 0 })
    const ask = () => app.inject({ url: statusUrl, headers: key })
    expect((await ask()).headers['x-ratelimit-remaining']).toBe('1')
    await ask()
    const response = await ask()
    expectError(response, { status: 429, code: 'RATE_LIMITED' })
    expect(response.headers['retry-after']).toBe('1')
  })

  test('count wrong keys by address', async () => {
    const app = await start({}, { now: () => 0, limits: { anyonePerSecond: 1 } })
    const ask = (text: string) => app.inject({ url: statusUrl, headers: { 'x-api-key': text } })
    expect((await ask('a')).statusCode).toBe(401)
    expect((await ask('b')).statusCode).toBe(429)
  })

  test('take X-Forwarded-For only from a trusted proxy', async () => {
    const limits = { anyonePerSecond: 1 }
    const ask = (app: FastifyInstance, client: string) =>
      app.inject({ url: '/healthz', headers: { 'x-forwarded-for': client } })
    const direct = await start({}, { now: () => 0, limits })
    await ask(direct, '10.0.0.1')
    expect((await ask(direct, '10.0.0.2')).statusCode).toBe(429)
    const proxied = await start({}, { now: () => 0, limits, trustedProxies: ['127.0.0.1'] })
    await ask(proxied, '10.0.0.1')
    expect((await ask(proxied, '10.0.0.2')).statusCode).toBe(200)
  })
})

describe('CORS', () => {
  test.each(['https://app.example', 'http://127.0.0.1:8080'])(
    'lets %s read answers',
    async (origin) => {
      const app = await start()
      const response = await app.inject({ url: statusUrl, headers: { ...key, origin } })
      expect(response.headers['access-control-allow-origin']).toBe(origin)
      expect(response.headers['access-control-expose-headers']).toContain('x-ratelimit-remaining')
    },
  )

  test('answers a preflight without a key', async () => {
    const app = await start()
    const preflight = (origin: string) =>
      app.inject({
        method: 'OPTIONS',
        url: '/api/v3/quote',
        headers: { origin, 'access-control-request-method': 'POST' },
      })
    const own = await preflight('https://app.example')
    expect(own.statusCode).toBe(204)
    expect(own.headers['access-control-allow-headers']).toContain('x-api-key')
    const foreign = await preflight('https://evil.example')
    expect(foreign.headers['access-control-allow-origin']).toBeUndefined()
  })
})

describe('the dashboard path', () => {
  const url = `/dashboard-api/v3/status/get-execution-status?quoteId=${quoteId}`
  const own = { host: '127.0.0.1:8080', 'sec-fetch-site': 'same-origin' }
  const origin = 'http://127.0.0.1:8080'

  test('answers the own page without a key', async () => {
    const app = await start()
    expect((await app.inject({ url, headers: own })).statusCode).toBe(200)
    const post = await app.inject({
      method: 'POST',
      url: '/dashboard-api/account/predict-address',
      headers: { ...own, origin },
      payload: predictBody,
    })
    expect(post.statusCode).toBe(201)
  })

  test.each([
    ['a foreign Host', { ...own, host: 'evil.example' }],
    ['a rebound Host', { ...own, host: '127.0.0.1.evil.example:8080' }],
    ['a foreign site', { ...own, 'sec-fetch-site': 'cross-site' }],
    ['a sibling site', { ...own, 'sec-fetch-site': 'same-site' }],
    ['a typed address', { ...own, 'sec-fetch-site': 'none' }],
    ['a foreign Origin', { ...own, origin: 'https://evil.example' }],
    ['another port', { ...own, origin: 'http://127.0.0.1:9999' }],
    ['an opaque Origin', { ...own, origin: 'null' }],
  ])('refuses %s', async (_name, headers) => {
    const app = await start()
    expectError(await app.inject({ url, headers }), { status: 403, code: 'FORBIDDEN' })
  })

  test('refuses a POST that is not JSON or has no Origin', async () => {
    const app = await start()
    const post = (headers: Record<string, string>) =>
      app.inject({
        method: 'POST',
        url: '/dashboard-api/account/predict-address',
        headers: { ...own, ...headers },
        payload: JSON.stringify(predictBody),
      })
    expectError(await post({ origin, 'content-type': 'text/plain' }), { status: 415 })
    expectError(await post({ 'content-type': 'application/json' }), { status: 403 })
  })

  test('reaches nothing but the endpoint table', async () => {
    const app = await start()
    for (const path of ['/dashboard-api/..%2fmetrics', '/dashboard-api/readyz', '/dashboard-api/'])
      expectError(await app.inject({ url: path, headers: own }), { status: 404 })
  })

  test('is limited for each client address', async () => {
    const app = await start({}, { now: () => 0, limits: { dashboardPerSecond: 1 } })
    const from = (remoteAddress: string) => app.inject({ url, headers: own, remoteAddress })
    expect((await from('10.0.0.1')).statusCode).toBe(200)
    expect((await from('10.0.0.1')).statusCode).toBe(429)
    expect((await from('10.0.0.2')).statusCode).toBe(200)
  })
})

describe('health', () => {
  test('is ready only when nothing is missing', async () => {
    const ready = await start()
    expect((await ready.inject('/readyz')).statusCode).toBe(200)
    const waiting = await start({ readiness: async () => ({ missing: ['eip155:71117001'] }) })
    expect(expectError(await waiting.inject('/readyz'), { status: 503 }).message).toContain(
      'eip155:71117001',
    )
    expect((await waiting.inject('/healthz')).statusCode).toBe(200)
  })

  test('shows metrics on this machine only', async () => {
    const app = await start()
    const host = '127.0.0.1:8080'
    const local = await app.inject({ url: '/metrics', headers: { host } })
    expect(local.body).toContain('estuary_http_request_seconds')
    const remote = { url: '/metrics', headers: { host }, remoteAddress: '10.0.0.1' }
    expectError(await app.inject(remote), { status: 404 })
    const proxied = { host, 'x-forwarded-for': '10.0.0.1' }
    expectError(await app.inject({ url: '/metrics', headers: proxied }), { status: 404 })
  })
})

describe('documents', () => {
  test('describe exactly the endpoints that are served', async () => {
    const app = await start()
    const document = (await app.inject('/docs/openapi.json')).json()
    expect(document.openapi).toBe('3.1.0')
    expect(Object.keys(document.paths).toSorted()).toEqual([
      predictUrl,
      '/api/chains/supported-list',
      '/api/status/get-execution-status',
      '/api/v3/status/get-execution-status',
    ])
  })

  test('of other rooms are shown under the same policy, and missing ones are 404', async () => {
    const app = await start({
      pages: [
        {
          path: '/explorer/:chain/tx/:hash',
          render: async ({ hash }) => (hash === '1' ? '<p>1</p>' : undefined),
        },
      ],
    })
    const page = await app.inject('/explorer/a/tx/1')
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expectFixedHeaders(page.headers)
    expectError(await app.inject('/explorer/a/tx/2'), { status: 404 })
  })
})

describe('the dashboard', () => {
  let folder: string
  const page = { accept: 'text/html,*/*' }

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'estuary-http-'))
    await mkdir(path.join(folder, 'assets'))
    await writeFile(path.join(folder, 'index.html'), '<title>shell</title>')
    await writeFile(path.join(folder, 'assets', 'main-1a2b.js'), 'plain')
    await writeFile(path.join(folder, 'assets', 'main-1a2b.js.br'), 'compressed')
  })
  afterAll(async () => {
    await rm(folder, { recursive: true })
  })

  test('is served fresh, its hashed files for ever and compressed', async () => {
    const app = await start({}, { dashboardFolder: folder })
    const shell = await app.inject({ url: '/', headers: page })
    expect(shell.body).toBe('<title>shell</title>')
    expect(shell.headers['cache-control']).toBe('no-cache')
    expectFixedHeaders(shell.headers)
    const url = '/assets/main-1a2b.js'
    const script = await app.inject({ url, headers: { 'accept-encoding': 'br' } })
    expect(script.headers['cache-control']).toContain('immutable')
    expect(script.headers['content-encoding']).toBe('br')
    expect((await app.inject(url)).body).toBe('plain')
  })

  test('answers its own paths with the shell, and nothing else', async () => {
    const app = await start({}, { dashboardFolder: folder })
    const get = (url: string, headers = page) => app.inject({ url, headers })
    expect((await get('/executions/0x12')).body).toBe('<title>shell</title>')
    for (const url of [
      '/assets/gone.js',
      '/logo.png',
      '/api/nothing',
      '/explorer/x',
      '/..%2f..%2fetc',
    ])
      expect((await get(url)).statusCode, url).toBeGreaterThanOrEqual(400)
    expectError(await app.inject({ url: '/executions/0x12' }), { status: 404 })
  })

  test('may connect to itself and the public RPC addresses only', async () => {
    const app = await start({}, { dashboardFolder: folder })
    const policy = String((await app.inject('/')).headers['content-security-policy'])
    expect(policy).toContain("connect-src 'self' http://127.0.0.1:19545;")
    expect(policy).not.toMatch(/unsafe|\*/)
  })
})

describe('on a socket', () => {
  async function send(text: string): Promise<string> {
    const app = await start()
    await app.listen({ host: '127.0.0.1', port: 0 })
    const address = app.server.address()
    if (address === null || typeof address === 'string') throw new Error('No port.')
    const socket = connect(address.port, '127.0.0.1')
    socket.write(text)
    let received = ''
    for await (const chunk of socket) received += String(chunk)
    return received
  }

  test.each([
    ['an unknown method', 'FOO / HTTP/1.1\r\nhost: a\r\n\r\n', 400],
    ['headers without end', `GET / HTTP/1.1\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
    ['no request at all', 'hello\r\n\r\n', 400],
    ['no Host', 'GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n', 400],
    [
      'an unknown expectation',
      'GET / HTTP/1.1\r\nhost: a\r\nexpect: magic\r\nconnection: close\r\n\r\n',
      417,
    ],
  ])('refuses %s in the same form', async (_name, text, status) => {
    const received = await send(text)
    expect(received).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(received).toMatch(/x-ratelimit-remaining: \d/)
    const body: unknown = JSON.parse(received.slice(received.indexOf('\r\n\r\n') + 4))
    expect(ErrorBody.strict().parse(body).statusCode).toBe(status)
  })
})
