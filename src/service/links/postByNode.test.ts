import { createServer, type RequestListener } from 'node:http'

import { afterEach, expect, test } from 'vitest'

import { ofVisitors, postByNode } from './postByNode.ts'

const servers: { close: () => void; closeAllConnections: () => void }[] = []
afterEach(() =>
  servers.splice(0).forEach((server) => {
    server.closeAllConnections()
    server.close()
  }),
)

test('gives status and text, and keeps its connection open', async () => {
  const ports = new Set<number | undefined>()
  const post = postByNode(
    await listen((request, response) => {
      ports.add(request.socket.remotePort)
      response.statusCode = 418
      request.pipe(response)
    }),
  )
  for (const body of ['{"a":1}', '{"é":"ü"}'])
    expect(await post(body, { timeoutMs: 1_000 })).toEqual({ status: 418, text: body })
  expect(ports.size).toBe(1)
})

test('asks with path, query and credentials of the address', async () => {
  const seen: (string | undefined)[] = []
  const address = await listen((request, response) => {
    seen.push(request.method, request.url, request.headers.authorization)
    response.end('{}')
  })
  await postByNode(`${address.replace('//', '//me:word@')}v2/key?a=b`)('{}', { timeoutMs: 1_000 })
  const credentials = Buffer.from('me:word').toString('base64')
  expect(seen).toEqual(['POST', '/v2/key?a=b', `Basic ${credentials}`])
})

test('gives up when the answer does not end in time', async () => {
  const post = postByNode(await listen((_, response) => response.write('{"id":')))
  await expect(post('{}', { timeoutMs: 50 })).rejects.toThrow('no answer in 50 ms')
})

test('refuses an answer without an end', async () => {
  const post = postByNode(
    await listen((_, response) => {
      const part = 'x'.repeat(1_000_000)
      for (let parts = 0; parts < 12; parts += 1) response.write(part)
    }),
  )
  await expect(post('{}', { timeoutMs: 5_000 })).rejects.toThrow('too long')
})

test('gives a visitor an answer of 256 kB at most, and a longer one is no fault of the node', async () => {
  const post = ofVisitors.post(
    await listen((request, response) => {
      let body = ''
      request.on('data', (part: Buffer) => (body += part.toString()))
      request.on('end', () => response.end('x'.repeat(Number(body))))
    }),
  )
  const { text } = await post('200000', { timeoutMs: 5_000 })
  expect(text).toHaveLength(200_000)
  const long = await post('300000', { timeoutMs: 5_000 })
  expect(JSON.parse(long.text)).toMatchObject({
    error: { code: -32_000, message: expect.stringContaining('ask for less') },
  })
})

test('rejects when nobody listens', async () => {
  await expect(postByNode('http://127.0.0.1:1/')('{}', { timeoutMs: 1_000 })).rejects.toThrow(
    'ECONNREFUSED',
  )
})

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port.')
  return `http://127.0.0.1:${address.port}/`
}
