import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'

import { afterEach, expect, test } from 'vitest'

import { startTestHttp, stopTestHttp } from '#testing/http/http.ts'

afterEach(stopTestHttp)

test('a connection that does not read its response is closed', async () => {
  // More than the buffers of sockets hold.
  const body = 'x'.repeat(40_000_000)
  const page = {
    path: '/explorer/long',
    handle: async () => ({ status: 200, contentType: 'text/plain', body }),
  }
  const patience = { headersMs: 10_000, requestMs: 20_000, checkEveryMs: 1_000, drainMs: 100 }
  const app = await startTestHttp({ pages: [page] }, { patience })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  // Expected: the server closes the connection.
  socket.on('error', () => undefined)
  socket.pause()
  socket.write('GET /explorer/long HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  await setTimeout(1_000)
  let received = 0
  socket.on('data', (part) => (received += part.length))
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.resume()
  await closed
  expect(received).toBeLessThan(body.length)
})
