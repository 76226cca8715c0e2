import { pad } from 'viem/utils'
import { expect, test } from 'vitest'

import { createEvmClient } from '../rpc/client.ts'
import { findTransfers, followTransaction, transferTopic } from './findTransfers.ts'

const from = `0x${'a1'.repeat(20)}` as const
const to = `0x${'b2'.repeat(20)}` as const
const token = `0x${'c3'.repeat(20)}` as const
const other = `0x${'c4'.repeat(20)}` as const
const hash = `0x${'ab'.repeat(32)}` as const

test('a transfer is found by token and exact amount, after the block that was named', async () => {
  const asked: unknown[] = []
  const client = createEvmClient('eip155:71117001', {
    rpcUrl: 'http://node.test',
    post: () => async (body) => {
      const [{ id, params }] = [JSON.parse(body)].flat()
      asked.push(params)
      const result = [
        {
          address: token.toUpperCase().replace('0X', '0x'),
          topics: [transferTopic, pad(from), pad(to)],
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
  const found = await findTransfers(client, { from, to, after: 16n, transfers })
  expect(found).toEqual([hash, undefined, undefined])
  expect(asked).toMatchObject([
    [
      {
        address: [token, token, other],
        topics: [expect.any(String), pad(from), pad(to)],
        fromBlock: '0x11',
      },
    ],
  ])
  expect(await findTransfers(client, { from, to, after: 16n, transfers: [] })).toEqual([])
})

const sent = { hash, from, to, nonce: '0x3', value: '0x5', input: '0x', type: '0x0' } as const
const instead = `0x${'cd'.repeat(32)}` as const
const coin = { from, to, transfers: [], coin: 5n, after: 1n }
const tokens = { from, to, transfers: [{ token, amount: 5n }], coin: 0n, after: undefined }
const event = {
  address: token,
  topics: [transferTopic, pad(from), pad(to)],
  data: pad('0x05'),
  transactionHash: instead,
}

/** A node on which a transaction, or the one in its place, is in the second block. */
function createNode({ receipt, ...change }: { receipt?: object; [field: string]: unknown }) {
  let head = 0
  function answer(method: string, [first]: readonly unknown[]): unknown {
    if (method === 'eth_blockNumber') return `0x${(++head).toString(16)}`
    // The node no longer has it once the other one is in a block.
    if (method === 'eth_getTransactionByHash')
      return first === instead ? { ...sent, ...change, hash: instead } : sent
    if (method === 'eth_getBlockByNumber')
      return {
        number: '0x2',
        transactions: head > 1 ? [{ ...sent, ...change, hash: instead }] : [],
      }
    return first === instead
      ? { status: '0x1', logs: [], blockNumber: '0x2', transactionHash: instead, ...receipt }
      : null
  }
  return createEvmClient('eip155:71117001', {
    rpcUrl: 'http://node.test',
    post: () => async (body) => {
      const [{ id, method, params }] = [JSON.parse(body)].flat()
      const result = answer(method, params)
      return { status: 200, text: JSON.stringify([{ jsonrpc: '2.0', id, result }]) }
    },
  })
}

test.concurrent.each([
  ['succeeded', 'repriced', coin, { gasPrice: '0x9' }],
  ['reverted', 'repriced', coin, { gasPrice: '0x9', receipt: { status: '0x0' } }],
  ['canceled', 'sent to its sender', coin, { to: from, value: '0x0' }],
  ['unrelated', 'of a smaller amount', { ...coin, coin: 6n }, { gasPrice: '0x9' }],
  ['unrelated', 'to another', { ...coin, to: other }, { gasPrice: '0x9' }],
  ['unrelated', 'of an earlier block', { ...coin, after: 2n }, { gasPrice: '0x9' }],
  ['unrelated', 'by another', { ...coin, from: other }, { gasPrice: '0x9' }],
  ['succeeded', 'with the event', tokens, { receipt: { logs: [event] } }],
  ['unrelated', 'without the event', tokens, { gasPrice: '0x9' }],
  [
    'unrelated',
    'with an event of another recipient',
    { ...tokens, to: other },
    { receipt: { logs: [event] } },
  ],
] as const)('a transaction counts as %s: %s', async (outcome, _, asked, seen) => {
  expect(await followTransaction(createNode(seen), hash, asked)).toEqual({ outcome, hash: instead })
})
