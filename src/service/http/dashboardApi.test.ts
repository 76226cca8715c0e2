import { afterEach, describe, expect, test } from 'vitest'

import { errorOf, predictBody, startTestHttp, statusUrl, stopTestHttp } from './testHttp.ts'

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
    const app = await startTestHttp()
    expect(errorOf(await app.inject({ url, headers }))).toMatchObject({
      statusCode: 403,
      code: 'FORBIDDEN',
    })
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
    expect(errorOf(await post({ origin, 'content-type': 'text/plain' }))).toMatchObject({
      statusCode: 415,
    })
    expect(errorOf(await post({ 'content-type': 'application/json' }))).toMatchObject({
      statusCode: 403,
    })
  })

  test('reaches nothing but the endpoint table', async () => {
    const app = await startTestHttp()
    for (const path of ['/dashboard-api/..%2fmetrics', '/dashboard-api/readyz', '/dashboard-api/'])
      expect(errorOf(await app.inject({ url: path, headers: own }))).toMatchObject({
        statusCode: 404,
      })
  })

  test('is limited for each client address', async () => {
    const app = await startTestHttp({}, { now: () => 0, limits: { dashboardPerSecond: 1 } })
    function from(remoteAddress: string) {
      return app.inject({ url, headers: own, remoteAddress })
    }
    expect((await from('10.0.0.1')).statusCode).toBe(200)
    expect((await from('10.0.0.1')).statusCode).toBe(429)
    expect((await from('10.0.0.2')).statusCode).toBe(200)
  })
})
