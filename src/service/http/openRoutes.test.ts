import { afterEach, describe, expect, test } from 'vitest'

import { errorOf, missingHeaders, predictUrl, startTestHttp, stopTestHttp } from './testHttp.ts'

afterEach(stopTestHttp)

describe('health', () => {
  test('is ready only when nothing is missing', async () => {
    const ready = await startTestHttp()
    expect((await ready.inject('/readyz')).statusCode).toBe(200)
    const waiting = await startTestHttp({
      readiness: async () => ({ missing: ['eip155:71117001'] }),
    })
    expect(errorOf(await waiting.inject('/readyz'))).toMatchObject({
      statusCode: 503,
      message: 'Not ready: eip155:71117001.',
    })
    expect((await waiting.inject('/healthz')).statusCode).toBe(200)
  })

  test('shows metrics on this machine only', async () => {
    const app = await startTestHttp()
    const host = '127.0.0.1:8080'
    const local = await app.inject({ url: '/metrics', headers: { host } })
    expect(local.body).toContain('estuary_http_request_seconds')
    const remote = { url: '/metrics', headers: { host }, remoteAddress: '10.0.0.1' }
    expect(errorOf(await app.inject(remote))).toMatchObject({ statusCode: 404 })
    const proxied = { host, 'x-forwarded-for': '10.0.0.1' }
    expect(errorOf(await app.inject({ url: '/metrics', headers: proxied }))).toMatchObject({
      statusCode: 404,
    })
  })
})

describe('documents', () => {
  test('describe exactly the endpoints that are served', async () => {
    const app = await startTestHttp()
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
    const app = await startTestHttp({
      pages: [
        {
          path: '/explorer/:chain/tx/:hash',
          handle: async ({ params }) => ({
            status: params['hash'] === '1' ? 200 : 404,
            contentType: 'text/html; charset=utf-8',
            body: '<p>1</p>',
          }),
        },
      ],
    })
    const page = await app.inject('/explorer/a/tx/1')
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(missingHeaders(page.headers)).toEqual([])
    expect(errorOf(await app.inject('/explorer/a/tx/2'))).toMatchObject({ statusCode: 404 })
  })
})
