import { afterEach, describe, expect, test } from 'vitest'

import {
  parseError,
  goodKey,
  sendRaw,
  startTestHttp,
  statusUrl,
  stopTestHttp,
} from '#testing/http/http.ts'

afterEach(stopTestHttp)

describe('a page under a name that points at this machine', () => {
  const name = 'evil.example:8080'
  const rebound = { ...goodKey, host: name, origin: `http://${name}` }

  test.each([
    ['reads nothing', { method: 'GET', url: statusUrl, headers: rebound }],
    [
      'changes nothing',
      {
        method: 'POST',
        url: '/api/account/predict-address',
        headers: { ...rebound, 'content-type': 'application/json' },
        payload: '{}',
      },
    ],
  ] as const)('%s, though it knows the key', async (_name, request) => {
    const app = await startTestHttp()
    expect(parseError(await app.inject(request))).toMatchObject({
      statusCode: 403,
      code: 'FORBIDDEN',
    })
  })

  test('may call where pages of all origins may', async () => {
    const app = await startTestHttp({}, { corsOrigins: ['*'] })
    expect((await app.inject({ url: statusUrl, headers: rebound })).statusCode).toBe(200)
  })
})

describe('a program', () => {
  test.each([
    '127.0.0.1:8080',
    'localhost',
    'LocalHost.:8080',
    '[::1]:8080',
    '10.1.2.3',
    '0.0.0.0:8080',
    'estuary.example',
    'estuary.example:8443',
    'app.example:3000',
    '',
  ])('calls under the Host "%s"', async (host) => {
    const app = await startTestHttp({}, { publicUrl: 'https://estuary.example' })
    const headers = { ...goodKey, host }
    expect((await app.inject({ url: statusUrl, headers })).statusCode).toBe(200)
  })

  test('of old that names no host calls as well', async () => {
    const app = await startTestHttp()
    await app.listen({ host: '127.0.0.1', port: 0 })
    const received = await sendRaw(app, `GET ${statusUrl} HTTP/1.0\r\nx-api-key: good\r\n\r\n`)
    expect(received).toMatch(/^HTTP\/1.1 200 /)
  })
})

test.each(['/healthz', '/readyz'])('%s answers under any name', async (url) => {
  const app = await startTestHttp()
  expect((await app.inject({ url, headers: { host: 'pod-7.internal' } })).statusCode).toBe(200)
})

test.each([
  ['Host: 127.0.0.1\r\nHost: evil.example'],
  ['host: 127.0.0.1\r\nHOST: 127.0.0.1'],
  ['Host: 127.0.0.1@evil.example'],
  ['Host: 127.0.0.1/x'],
  ['Host: a b'],
])('"%s" is refused on every path', async (lines) => {
  const app = await startTestHttp()
  await app.listen({ host: '127.0.0.1', port: 0 })
  for (const path of ['/healthz', statusUrl, '/']) {
    const head = `GET ${path} HTTP/1.1\r\n${lines}\r\nx-api-key: good\r\nconnection: close\r\n\r\n`
    expect(await sendRaw(app, head)).toMatch(/^HTTP\/1.1 400 /)
  }
})

test.each([
  ['http://evil.example/healthz', 400],
  ['http://127.0.0.1@evil.example/healthz', 400],
  ['HTTPS://127.0.0.1:1/healthz', 400],
  ['http://127.0.0.1/healthz', 200],
])('a request for %s under another Host is answered with %d', async (target, status) => {
  const app = await startTestHttp()
  await app.listen({ host: '127.0.0.1', port: 0 })
  const head = `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nconnection: close\r\n\r\n`
  expect(await sendRaw(app, head)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
})
