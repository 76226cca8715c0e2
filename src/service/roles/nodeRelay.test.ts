import { createServer } from 'node:http'

import { afterEach, expect, test } from 'vitest'

import { createEvmClient } from '#chains/evm/rpc/client.ts'
import { getEvmChains } from '#networks/getChain.ts'
import { devnet } from '#networks/devnet/devnet.ts'
import { ofVisitors } from '../links/postByNode.ts'
import { createRelays } from './nodeRelay.ts'

const servers: { close: () => void; closeAllConnections: () => void }[] = []
afterEach(() =>
  servers.splice(0).forEach((server) => {
    server.closeAllConnections()
    server.close()
  }),
)

test('code of visitors that takes a node for ever keeps the service from nothing', async () => {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      bodies.push(body)
      if (body.includes('eth_call')) return
      const { id }: { id: number } = JSON.parse(body)
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: '0x7' }))
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port.')
  const [chain] = getEvmChains(devnet)
  if (!chain) throw new Error('The network has no chain.')
  const rpcUrl = `http://127.0.0.1:${address.port}`
  const client = createEvmClient(chain.chainId, { rpcUrl })
  const visitors = createEvmClient(chain.chainId, { rpcUrl, ...ofVisitors, timeoutMs: 300 })
  const links = {
    clients: [{ chain, client, reads: client, visitors, providers: [client] }],
    solanaClients: [],
  }
  const relay = createRelays(links, (text) => text).get(chain.chainId)
  if (!relay) throw new Error('The chain has no relay.')

  const hostile = { method: 'eth_call', params: [{ data: '0x5b5f56' }, 'latest'] }
  const calls = Array.from({ length: 4 }, () => relay(hostile))
  const own = { method: 'eth_blockNumber' } as const
  expect(await client.rpc.request(own)).toBe('0x7')
  expect(await Promise.all(calls)).toEqual(calls.map(() => undefined))
  expect(
    bodies.filter((body) => body.includes('eth_call')),
    'none is tried again',
  ).toHaveLength(4)
  expect(await client.rpc.request(own)).toBe('0x7')
  expect(await relay({ ...own, params: [] })).toEqual({ result: '0x7' })
})
