import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'

import { getRelayUrl } from './chainUrls.ts'
import { getDirectEvmClient } from './getEvmClient.ts'

const chainId = 'eip155:71117001'

test('what stands beside the word of the service is never asked of its relay', async () => {
  for (const rpcUrl of ['', getRelayUrl(chainId)])
    expect(getDirectEvmClient({ chainId, rpcUrl }, new Map())).toBeUndefined()
  // An endpoint that refuses is not replaced by the relay, as it is for what is only read.
  const asked: string[] = []
  const server = createServer(({ url = '' }, response) => {
    asked.push(url)
    response.writeHead(429).end()
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const client = getDirectEvmClient({ chainId, rpcUrl: `http://127.0.0.1:${port}/own` }, new Map())
  const call = { method: 'eth_blockNumber' } as const
  await expect(client?.trials.request(call)).rejects.toThrow(/429|limit|answer|HTTP/i)
  expect(new Set(asked)).toEqual(new Set(['/own']))
})
