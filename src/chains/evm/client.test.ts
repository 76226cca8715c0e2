import { createServer } from 'node:http'

import { afterEach, expect, test } from 'vitest'

import { ChainUnavailable, chainUnavailableIn } from '../ChainUnavailable.ts'
import { createEvmClient } from './client.ts'

const servers: { close: () => void }[] = []
afterEach(() => servers.splice(0).forEach((server) => server.close()))

/** A node that answers block number 7, or drops the connection while `isDown`. */
async function startNode() {
  const node = { requests: 0, isDown: false, rpcUrl: '' }
  const server = createServer((request, response) => {
    node.requests += 1
    if (node.isDown) return request.socket.destroy()
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const asked: unknown = JSON.parse(body)
      const calls = Array.isArray(asked) ? asked : [asked]
      const answers = calls.map(({ id }) => ({ jsonrpc: '2.0', id, result: '0x7' }))
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(Array.isArray(asked) ? answers : answers[0]))
    })
    return undefined
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port.')
  node.rpcUrl = `http://127.0.0.1:${address.port}`
  return node
}

test('sends what is asked in one turn in one request', async () => {
  const node = await startNode()
  const { rpc } = createEvmClient('eip155:5', { rpcUrl: node.rpcUrl })
  const ask = () => rpc.request({ method: 'eth_blockNumber' })

  expect(await Promise.all([ask(), ask(), ask()])).toEqual(['0x7', '0x7', '0x7'])
  expect(node.requests).toBe(1)
})

test('names the chain that does not answer, leaves it alone after three failures, and returns', async () => {
  const node = await startNode()
  node.isDown = true
  const { rpc } = createEvmClient('eip155:5', { rpcUrl: node.rpcUrl })
  const failure = async () => {
    try {
      return await rpc.request({ method: 'eth_blockNumber' })
    } catch (error) {
      return chainUnavailableIn(error)
    }
  }

  for (const _ of [1, 2, 3]) expect(await failure()).toBeInstanceOf(ChainUnavailable)
  const asked = node.requests
  expect(await failure()).toMatchObject({ chainId: 'eip155:5' })
  expect(node.requests).toBe(asked)

  node.isDown = false
  await expect.poll(failure, { timeout: 3_000 }).toBe('0x7')
})

test('counts requests that fail together once, so that one lost answer closes nothing', async () => {
  const node = await startNode()
  node.isDown = true
  const { rpc } = createEvmClient('eip155:5', { rpcUrl: node.rpcUrl })
  const ask = () => rpc.request({ method: 'eth_blockNumber' })
  await Promise.allSettled([ask(), ask(), ask(), ask()])
  node.isDown = false

  expect(await ask()).toBe('0x7')
})

test('is for EVM chains only', () => {
  expect(() => createEvmClient('solana:abc', { rpcUrl: 'http://127.0.0.1:1' })).toThrow(
    'solana:abc is not an EVM chain.',
  )
})
