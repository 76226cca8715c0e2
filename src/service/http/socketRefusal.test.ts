import { connect } from 'node:net'

import { afterEach, describe, expect, test } from 'vitest'

import { ErrorBody } from '#protocol/errors.ts'
import { startTestHttp, stopTestHttp } from './testHttp.ts'

afterEach(stopTestHttp)

async function send(text: string): Promise<string> {
  const app = await startTestHttp()
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('No port.')
  const socket = connect(address.port, '127.0.0.1')
  socket.write(text)
  let received = ''
  for await (const chunk of socket) received += String(chunk)
  return received
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
    expect(ErrorBody.strict().parse(body).statusCode).toBe(status)
  })
})
