import { connect } from 'node:net'

import { afterEach, expect, test } from 'vitest'

import { startTestHttp, stopTestHttp } from '#testing/http/http.ts'

afterEach(stopTestHttp)

/** Counts the responses to requests sent in one piece. */
async function answersTo(port: number, count: number): Promise<number> {
  const socket = connect(port, '127.0.0.1')
  const parts: Buffer[] = []
  socket.on('data', (part) => parts.push(part))
  const over = new Promise<void>((resolve) => {
    // Expected: the server closes the connection.
    socket.on('error', () => undefined)
    socket.on('close', () => resolve())
  })
  const request = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n'
  socket.write(`${request}\r\n`.repeat(count - 1) + `${request}Connection: close\r\n\r\n`)
  await over
  return Buffer.concat(parts).toString().split('HTTP/1.1 200').length - 1
}

test('a connection carries some requests ahead of their answers, and is ended when there are many', async () => {
  const app = await startTestHttp()
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const port = Number(new URL(url).port)
  expect(await answersTo(port, 20)).toBe(20)
  expect(await answersTo(port, 1_000)).toBeLessThan(100)
  expect(await answersTo(port, 1)).toBe(1)
})
