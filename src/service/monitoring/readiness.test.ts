import { expect, test } from 'vitest'

import { createEvmClient } from '#chains/evm/rpc/client.ts'
import { devnet } from '#networks/devnet/devnet.ts'
import { getEvmChains } from '#networks/getChain.ts'
import { createReadiness } from './readiness.ts'

const chain = getFirstChain()
const { chainId, contracts } = chain

function getFirstChain() {
  const [first] = getEvmChains(devnet)
  if (!first) throw new Error('The devnet has an EVM chain.')
  return first
}

/** What is not ready where the first provider answers this, or nothing. */
function read(answers?: { eth_chainId: string; eth_getCode: string }) {
  const client = createEvmClient(chainId, {
    rpcUrl: 'http://provider.example',
    post: () => async (body) => {
      if (!answers) throw new Error('no connection')
      const calls: unknown = JSON.parse(body)
      const all = Array.isArray(calls) ? calls : [calls]
      const results = all.map(({ id, method }: { id: number; method: keyof typeof answers }) => {
        return { jsonrpc: '2.0', id, result: answers[method] }
      })
      return { status: 200, text: JSON.stringify(Array.isArray(calls) ? results : results[0]) }
    },
  })
  const one = { chain, client, reads: client, visitors: client, providers: [client] }
  return createReadiness({
    isDatabaseReady: async () => true,
    links: { clients: [one], solanaClients: [] },
  })()
}

test.each([
  [
    { eth_chainId: '0x2105', eth_getCode: '0x00' },
    'provider 1 of RPC_URL_71117001 answers for eip155:8453',
  ],
  [undefined, "provider 1 of RPC_URL_71117001 isn't responding"],
  [
    { eth_chainId: '0x43d28c9', eth_getCode: '0x' },
    `no contract at ${contracts.originEscrow}, its escrow`,
  ],
])('a chain whose provider answers %j is missing, and why', async (answers, reason) => {
  expect(await read(answers)).toEqual({ missing: [chainId], reasons: { [chainId]: reason } })
})

test('a chain with its escrow is ready', async () => {
  expect(await read({ eth_chainId: '0x43d28c9', eth_getCode: '0x60' })).toEqual({
    missing: [],
    reasons: {},
  })
})
