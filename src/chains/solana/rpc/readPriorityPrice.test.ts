import { createServer } from 'node:http'

import { afterEach, expect, test } from 'vitest'

import { devnetSolana } from '#networks/devnet/devnetSolana.ts'
import { ChainUnavailableError } from '../../rpc/ChainUnavailableError.ts'
import { createSolanaClient } from './client.ts'
import { priorityPrices, readPriorityPrice } from './readPriorityPrice.ts'

const { chainId, genesisHash, roles } = devnetSolana
const servers: { close: () => void }[] = []
afterEach(() => servers.splice(0).forEach((server) => server.close()))

test.each([
  ['nothing, when nobody was there', [], priorityPrices.min],
  ['nothing', [0, 0, 0, 0], priorityPrices.min],
  ['more and more', [10_000, 40_000, 20_000, 30_000], 40_000n],
  ['much, a few of them', [9e6, 9e6, ...Array.from({ length: 90 }, () => 5_000)], 5_000n],
  ['far too much', [9e6, 9e6, 9e6, 9e6], priorityPrices.max],
])('where others paid %s, this is offered', async (_, paid, offered) => {
  const result = paid.map((prioritizationFee, slot) => ({ slot, prioritizationFee }))
  expect(await priceAt(await startProvider({ result }))).toBe(offered)
})

test('a provider that does not answer this question costs nothing but the knowledge', async () => {
  const error = { code: -32_601, message: 'Method not found' }
  expect(await priceAt(await startProvider({ error }))).toBe(priorityPrices.min)
})

test('a provider that is down is said', async () => {
  await expect(priceAt('http://127.0.0.1:9')).rejects.toThrow(ChainUnavailableError)
})

function priceAt(rpcUrl: string): Promise<bigint> {
  const client = createSolanaClient(chainId, { rpcUrls: [rpcUrl], genesisHash })
  return readPriorityPrice(client, [roles.executor])
}

/** A provider of a busy cluster, as no local one is. */
async function startProvider(answer: object): Promise<string> {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const asked: unknown = JSON.parse(body)
      const calls = Array.isArray(asked) ? asked : [asked]
      const answers = calls.map(({ id, method }) => ({
        jsonrpc: '2.0',
        id,
        ...(method === 'getGenesisHash' ? { result: genesisHash } : answer),
      }))
      response.end(JSON.stringify(answers))
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port.')
  return `http://127.0.0.1:${address.port}`
}
