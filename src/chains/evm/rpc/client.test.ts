import { createServer } from 'node:http'

import { afterEach, expect, test } from 'vitest'

import {
  ChainUnavailableError,
  findChainUnavailableError,
} from '../../rpc/ChainUnavailableError.ts'
import { createEvmClient, type EvmClient } from './client.ts'

const servers: { close: () => void }[] = []
afterEach(() => servers.splice(0).forEach((server) => server.close()))

/** A node that returns block number 7, drops connections while `isDown`, or never responds. */
async function startNode(chainNumber = 5) {
  const node = { requests: 0, isDown: false, isHanging: false, rpcUrl: '' }
  const server = createServer((request, response) => {
    node.requests += 1
    if (node.isDown) return request.socket.destroy()
    if (node.isHanging) return undefined
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const asked: unknown = JSON.parse(body)
      const calls = Array.isArray(asked) ? asked : [asked]
      const answers = calls.map(({ id, method }) => ({
        jsonrpc: '2.0',
        id,
        result: method === 'eth_chainId' ? `0x${chainNumber.toString(16)}` : '0x7',
      }))
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
  const client = createEvmClient('eip155:5', { rpcUrl: node.rpcUrl })

  expect(await Promise.all([1, 2, 3].map(() => ask(client)))).toEqual(['0x7', '0x7', '0x7'])
  expect(node.requests).toBe(1)
})

test('sends each trial in a request of its own, and what it loses closes nothing', async () => {
  const node = await startNode()
  const client = createEvmClient('eip155:5', { rpcUrl: node.rpcUrl })
  function trial() {
    return client.trials.request({ method: 'eth_blockNumber' }).catch((error: unknown) => error)
  }

  expect(await Promise.all([trial(), trial(), trial()])).toEqual(['0x7', '0x7', '0x7'])
  expect(node.requests).toBe(3)

  node.isDown = true
  for (const _ of [1, 2, 3, 4])
    expect(findChainUnavailableError(await trial())).toMatchObject({ chainId: 'eip155:5' })
  // Not retried either.
  expect(node.requests).toBe(7)
  node.isDown = false
  expect(await ask(client)).toBe('0x7')
})

test('sends an estimate apart from what is asked with it, and what it loses closes nothing', async () => {
  const node = await startNode()
  const client = createEvmClient('eip155:5', { rpcUrl: node.rpcUrl })
  function estimate() {
    const params = [{ to: '0x0000000000000000000000000000000000000001' }] as const
    const asked = client.rpc.request({ method: 'eth_estimateGas', params: [...params] })
    return asked.catch((error: unknown) => error)
  }
  expect(await Promise.all([estimate(), ask(client), ask(client)])).toEqual(['0x7', '0x7', '0x7'])
  expect(node.requests).toBe(2)

  node.isDown = true
  for (const _ of [1, 2, 3, 4])
    expect(findChainUnavailableError(await estimate())).toMatchObject({ chainId: 'eip155:5' })
  expect(node.requests, 'none is tried again').toBe(6)
  node.isDown = false
  expect(await ask(client)).toBe('0x7')
})

test('names the chain that does not answer, leaves it alone after three failures, and returns', async () => {
  const node = await startNode()
  node.isDown = true
  const client = createEvmClient('eip155:5', { rpcUrl: node.rpcUrl })

  for (const _ of [1, 2, 3])
    expect(await failureOrAnswer(client)).toBeInstanceOf(ChainUnavailableError)
  const asked = node.requests
  expect(await failureOrAnswer(client)).toMatchObject({ chainId: 'eip155:5' })
  expect(node.requests).toBe(asked)

  node.isDown = false
  await expect.poll(async () => failureOrAnswer(client)).toBe('0x7')
})

test('counts requests that fail together once, so that one lost answer closes nothing', async () => {
  const node = await startNode()
  node.isDown = true
  const client = createEvmClient('eip155:5', { rpcUrl: node.rpcUrl })
  await Promise.allSettled([1, 2, 3, 4].map(() => ask(client)))
  node.isDown = false

  expect(await ask(client)).toBe('0x7')
})

test('is for EVM chains only', () => {
  expect(() => createEvmClient('solana:abc', { rpcUrl: 'http://127.0.0.1:1' })).toThrow(
    'solana:abc is not an EVM chain.',
  )
})

function ask({ rpc }: EvmClient): Promise<string> {
  return rpc.request({ method: 'eth_blockNumber' })
}

async function failureOrAnswer(client: EvmClient) {
  try {
    return await ask(client)
  } catch (error) {
    return findChainUnavailableError(error)
  }
}

test('asks another endpoint where the first gives no answer, as soon as it is known that it serves the chain', async () => {
  const [first, wrong, second] = [await startNode(), await startNode(8), await startNode()]
  const client = createEvmClient('eip155:5', {
    rpcUrl: first.rpcUrl,
    otherRpcUrls: [wrong.rpcUrl, second.rpcUrl],
  })
  expect(await ask(client)).toBe('0x7')
  expect([wrong.requests, second.requests]).toEqual([0, 0])

  first.isDown = true
  expect(await ask(client)).toBe('0x7')
  expect(first.requests, 'it is not tried twice where another one can be').toBe(2)
  expect(second.requests).toBe(1)
  expect(await client.trials.request({ method: 'eth_blockNumber' })).toBe('0x7')

  second.isDown = true
  expect(
    findChainUnavailableError(await ask(client).catch((error: unknown) => error)),
  ).toMatchObject({
    chainId: 'eip155:5',
  })
  first.isDown = false
  await new Promise((resolve) => setTimeout(resolve, 1100))
  expect(await ask(client)).toBe('0x7')
})

test('gives several endpoints together no longer than one that is tried twice', async () => {
  const hanging = await Promise.all([1, 2, 3, 4].map(() => startNode()))
  for (const node of hanging) node.isHanging = true
  const [first, ...others] = hanging.map(({ rpcUrl }) => rpcUrl)
  const client = createEvmClient('eip155:5', {
    rpcUrl: first ?? '',
    otherRpcUrls: others,
    timeoutMs: 400,
  })
  const startedAtMs = performance.now()
  const failure = await ask(client).catch((error: unknown) => error)
  expect(findChainUnavailableError(failure)).toBeDefined()
  expect(hanging.map(({ requests }) => requests)).toEqual([1, 1, 1, 1])
  expect(performance.now() - startedAtMs).toBeGreaterThanOrEqual(790)
})
