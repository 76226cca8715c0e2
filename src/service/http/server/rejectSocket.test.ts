import { ExactErrorBody } from '#testing/http/exactErrorBody.ts'
import { afterEach, describe, expect, test } from 'vitest'

import type { HttpOptions } from '../http.ts'
import { predictUrl, sendRaw, startTestHttp, stopTestHttp } from '#testing/http/http.ts'

afterEach(stopTestHttp)

async function send(text: string, options: Partial<HttpOptions> = {}): Promise<string> {
  const app = await startTestHttp({}, options)
  await app.listen({ host: '127.0.0.1', port: 0 })
  return sendRaw(app, text)
}

describe('on a socket', () => {
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
    expect(ExactErrorBody.parse(body).statusCode).toBe(status)
  })

  const patience = { headersMs: 200, requestMs: 400, checkEveryMs: 50 }
  const json = 'x-api-key: good\r\ncontent-type: application/json\r\n'
  const post = `POST ${predictUrl} HTTP/1.1\r\nhost: localhost\r\n${json}`

  test.each([
    ['headers that never end', 'GET /healthz HTTP/1.1\r\nhost: a\r\nx-slow: '],
    ['a body that never ends', `${post}content-length: 9\r\n\r\n{`],
    ['a chunk that never ends', `${post}transfer-encoding: chunked\r\n\r\nff\r\n{`],
  ])('gives up on %s, in the same form', async (_name, text) => {
    const received = await send(text, { patience })
    expect(received).toMatch(/^HTTP\/1.1 408 /)
    const body: unknown = JSON.parse(received.slice(received.indexOf('\r\n\r\n') + 4))
    expect(ExactErrorBody.parse(body).statusCode).toBe(408)
  })

  test('gives up on who connects and says nothing', async () => {
    expect(await send('', { patience })).toMatch(/^(HTTP\/1.1 408 |$)/)
  })
})
