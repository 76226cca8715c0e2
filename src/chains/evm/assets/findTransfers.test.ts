import { pad } from 'viem/utils'
import { expect, test } from 'vitest'

import { createEvmClient } from '../rpc/client.ts'
import { findTransfers, followTransaction } from './findTransfers.ts'

const from = `0x${'a1'.repeat(20)}` as const
const to = `0x${'b2'.repeat(20)}` as const
const token = `0x${'c3'.repeat(20)}` as const
const other = `0x${'c4'.repeat(20)}` as const
const hash = `0x${'ab'.repeat(32)}` as const

test('a transfer is found by token and exact amount, from the block on that was named', async () => {
  const asked: unknown[] = []
  const client = createEvmClient('eip155:71117001', {
    rpcUrl: 'http://node.test',
    post: () => async (body) => {
      const [{ id, params }] = [JSON.parse(body)].flat()
      asked.push(params)
      const result = [
        {
          address: token.toUpperCase().replace('0X', '0x'),
          data: pad('0x05'),
          transactionHash: hash,
        },
      ]
      return { status: 200, text: JSON.stringify([{ jsonrpc: '2.0', id, result }]) }
    },
  })
  const transfers = [
    { token, amount: 5n },
    { token, amount: 6n },
    { token: other, amount: 5n },
  ]
  const found = await findTransfers(client, { from, to, since: 16n, transfers })
  expect(found).toEqual([hash, undefined, undefined])
  expect(asked).toMatchObject([
    [
      {
        address: [token, token, other],
        topics: [expect.any(String), pad(from), pad(to)],
        fromBlock: '0x10',
      },
    ],
  ])
  expect(await findTransfers(client, { from, to, since: 16n, transfers: [] })).toEqual([])
})

test.concurrent.each([
  ['succeeded', '0x1', { gasPrice: '0x9' }],
  ['reverted', '0x0', { gasPrice: '0x9' }],
  ['canceled', '0x1', { to: from, value: '0x0' }],
] as const)(
  'a transaction that the wallet replaces has %s with what took its place',
  async (outcome, status, change) => {
    const sent = { hash, from, to, nonce: '0x3', value: '0x5', input: '0x', type: '0x0' }
    const other = `0x${'cd'.repeat(32)}` as const
    const instead = { ...sent, hash: other, ...change }
    let head = 0
    function answer(method: string, [first]: readonly unknown[]): unknown {
      if (method === 'eth_blockNumber') return `0x${(++head).toString(16)}`
      // The node no longer has it once the other one is in a block.
      if (method === 'eth_getTransactionByHash') return sent
      if (method === 'eth_getBlockByNumber')
        return { number: '0x2', transactions: head > 1 ? [instead] : [] }
      return first === other ? { status, transactionHash: other } : null
    }
    const client = createEvmClient('eip155:71117001', {
      rpcUrl: 'http://node.test',
      post: () => async (body) => {
        const [{ id, method, params }] = [JSON.parse(body)].flat()
        const result = answer(method, params)
        return { status: 200, text: JSON.stringify([{ jsonrpc: '2.0', id, result }]) }
      },
    })
    expect(await followTransaction(client, hash)).toEqual({ outcome, hash: other })
  },
)
