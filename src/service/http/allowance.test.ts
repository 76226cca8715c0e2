import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'

import { apiKey, errorOf, goodKey, startTestHttp, statusUrl, stopTestHttp } from './testHttp.ts'

afterEach(stopTestHttp)

function askThrough(app: FastifyInstance, client: string) {
  return app.inject({ url: '/healthz', headers: { 'x-forwarded-for': client } })
}

describe('limits', () => {
  test('refuse a key beyond its own limit, and say when to come back', async () => {
    const app = await startTestHttp(
      { keys: [apiKey('good', { requestsPerSecond: 2 })] },
      { now: () => 0 },
    )
    function ask() {
      return app.inject({ url: statusUrl, headers: goodKey })
    }
    expect((await ask()).headers['x-ratelimit-remaining']).toBe('1')
    await ask()
    const response = await ask()
    expect(errorOf(response)).toMatchObject({ statusCode: 429, code: 'RATE_LIMITED' })
    expect(response.headers['retry-after']).toBe('1')
  })

  test('count wrong keys by address', async () => {
    const app = await startTestHttp({}, { now: () => 0, limits: { anyonePerSecond: 1 } })
    function ask(text: string) {
      return app.inject({ url: statusUrl, headers: { 'x-api-key': text } })
    }
    expect((await ask('a')).statusCode).toBe(401)
    expect((await ask('b')).statusCode).toBe(429)
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
