import { RpcRequestError } from 'viem'
import { expect, test } from 'vitest'

import { createRpcBatch, NoResponseError } from './rpcBatch.ts'

const block = { method: 'eth_blockNumber' }
const nonce = { method: 'eth_getTransactionCount', params: ['0x00', 'latest'] }

test('gives each call its own answer, whatever their order', async () => {
  const { batch, bodies } = compose(() => ({
    status: 200,
    text: '[{"id":2,"result":"second"},{"id":1,"result":null}]',
  }))
  expect(await Promise.all([batch(block), batch(nonce)])).toEqual([null, 'second'])
  expect(bodies.map((body): unknown => JSON.parse(body))).toEqual([
    [
      { jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] },
      { jsonrpc: '2.0', id: 2, ...nonce },
    ],
  ])
})

test('sends a call that is alone without a list', async () => {
  const { batch, bodies } = compose(() => ({ status: 200, text: '{"id":1,"result":"0x7"}' }))
  expect(await batch(block)).toBe('0x7')
  expect(bodies[0]?.startsWith('{')).toBe(true)
})

test('a refused call carries code and data, and is not sent again', async () => {
  const error = { code: 3, message: 'execution reverted', data: '0x1234' }
  const { batch, bodies } = compose(() => ({
    status: 400,
    text: JSON.stringify({ jsonrpc: '2.0', id: 1, error }),
  }))
  const refusal: unknown = await batch(block).catch((thrown: unknown) => thrown)
  expect(refusal).toBeInstanceOf(RpcRequestError)
  expect(refusal).toMatchObject({ code: 3, data: '0x1234', details: 'execution reverted' })
  expect(bodies).toHaveLength(1)
})

test('a request refused as a whole refuses each call in it', async () => {
  const { batch } = compose(() => ({
    status: 429,
    text: '{"jsonrpc":"2.0","id":null,"error":{"code":-32005,"message":"slow down"}}',
  }))
  const [first, second] = await Promise.allSettled([batch(block), batch(nonce)])
  expect(first).toMatchObject({ status: 'rejected', reason: { code: -32005 } })
  expect(second).toMatchObject({ status: 'rejected', reason: { code: -32005 } })
})

test('never takes the answer of another call for its own', async () => {
  const { batch, bodies } = compose(() => ({
    status: 200,
    text: '[{"id":99,"result":"0x7"},{"result":"0x7"}]',
  }))
  await expect(batch(block)).rejects.toBeInstanceOf(NoResponseError)
  expect(bodies).toHaveLength(2)
})

test('never takes the refusal of another call for its own', async () => {
  const { batch } = compose(() => ({
    status: 200,
    text: '[{"id":1,"error":{"code":3,"message":"no"}},{"id":7,"error":{"code":4,"message":"no"}}]',
  }))
  const [first, second] = await Promise.allSettled([batch(block), batch(nonce)])
  expect(first).toMatchObject({ status: 'rejected', reason: { code: 3 } })
  expect(second).toMatchObject({ status: 'rejected', reason: { name: 'NoAnswer' } })
})

test('tries once more when the answer was lost', async () => {
  const { batch, bodies } = compose((at) => {
    if (at === 0) throw new Error('socket hang up')
    return { status: 200, text: '{"id":2,"result":"0x7"}' }
  })
  expect(await batch(block)).toBe('0x7')
  expect(bodies).toHaveLength(2)
})

test('a page instead of JSON is no answer', async () => {
  const { batch } = compose(() => ({ status: 502, text: '<html>Bad gateway</html>' }))
  await expect(batch(block)).rejects.toBeInstanceOf(NoResponseError)
})

test('splits more than a hundred calls', async () => {
  const { batch, bodies } = compose((_, body) => {
    const calls: { id: number }[] = JSON.parse(body)
    return { status: 200, text: JSON.stringify(calls.map(({ id }) => ({ id, result: id }))) }
  })
  const results = await Promise.all(Array.from({ length: 150 }, () => batch(block)))
  expect(results).toEqual(Array.from({ length: 150 }, (_, index) => index + 1))
  expect(bodies).toHaveLength(2)
})

/** A batch with canned responses; `at` is the zero-based index of the post. */
function compose(answer: (at: number, body: string) => { status: number; text: string }) {
  const bodies: string[] = []
  const batch = createRpcBatch({ rpcUrl: 'http://127.0.0.1:1', post, timeoutMs: 100 })
  return { bodies, batch }

  async function post(body: string) {
    return answer(bodies.push(body) - 1, body)
  }
}
