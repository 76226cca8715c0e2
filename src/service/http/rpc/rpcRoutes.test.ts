import { afterEach, describe, expect, it } from 'vitest'

import type { ChainId } from '#protocol/ids/caip.ts'
import type { RpcRelay } from './rpcRoutes.ts'
import { parseError, startTestHttp, stopTestHttp } from '#testing/http/http.ts'

afterEach(stopTestHttp)

const firth = 'eip155:71117001'
const cluster = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'

/** A service with one EVM chain and one cluster; `asked` lists the calls to their nodes. */
async function startRelay(answer: RpcRelay = async ({ method }) => ({ result: method })) {
  const asked: string[] = []
  async function relay(call: Parameters<RpcRelay>[0]) {
    asked.push(call.method)
    return answer(call)
  }
  const relays = new Map<ChainId, RpcRelay>([
    [firth, relay],
    [cluster, relay],
  ])
  const app = await startTestHttp({ relays }, { now: () => 0 })
  async function post(chain: string, payload: object, remoteAddress = '10.0.0.1') {
    return app.inject({ method: 'POST', url: `/rpc/${chain}`, payload, remoteAddress })
  }
  return { app, asked, post }
}

function call(method: string, id: number | string = 1) {
  return { jsonrpc: '2.0', id, method, params: [] }
}

const nobody = `0x${'0'.repeat(39)}1`

function simulated(gas = '0x2dc6c0') {
  return { from: nobody, to: nobody, data: '0x', value: '0x0', gas }
}

function simulation(block: object, more: object = {}) {
  const params = [{ blockStateCalls: [block], validation: false, ...more }, 'latest']
  return { ...call('eth_simulateV1'), params }
}

describe('the relay of chains', () => {
  it('is posted to: any other method is told so', async () => {
    const { app } = await startRelay()
    for (const url of [`/rpc/${firth}`, `/rpc/${cluster}/`]) {
      const response = await app.inject({ url })
      expect(parseError(response)).toMatchObject({ statusCode: 405, code: 'METHOD_NOT_ALLOWED' })
      expect(response.headers['allow']).toBe('POST')
    }
    expect(parseError(await app.inject('/rpc/'))).toMatchObject({ statusCode: 404 })
    expect(parseError(await app.inject('/rpc/a/b'))).toMatchObject({ statusCode: 404 })
  })

  it('answers one call and many, each under its own id', async () => {
    const { post } = await startRelay()
    expect((await post(firth, call('eth_chainId', 'a'))).json()).toEqual({
      jsonrpc: '2.0',
      id: 'a',
      result: 'eth_chainId',
    })
    const many = await post(cluster, [call('getSlot', 1), call('getHealth', 2)])
    expect(many.json()).toEqual([
      { jsonrpc: '2.0', id: 1, result: 'getSlot' },
      { jsonrpc: '2.0', id: 2, result: 'getHealth' },
    ])
  })

  it.each([
    [firth, 'eth_accounts'],
    [firth, 'eth_sendTransaction'],
    [firth, 'personal_sign'],
    [firth, 'debug_traceTransaction'],
    [firth, 'anvil_setBalance'],
    [firth, 'evm_mine'],
    [firth, 'constructor'],
    [firth, 'getSlot'],
    [cluster, 'requestAirdrop'],
    [cluster, 'getBlock'],
    [cluster, 'eth_call'],
  ])('asks %s for no %s', async (chain, method) => {
    const { asked, post } = await startRelay()
    const answer = await post(chain, [call(method), call('eth_chainId', 2)])
    expect(answer.json()[0].error.code).toBe(-32_601)
    expect(asked).not.toContain(method)
  })

  it('caps the gas of a call, which a node without a cap would run for minutes', async () => {
    const sent: unknown[] = []
    const { post } = await startRelay(async ({ params }) => {
      sent.push(params)
      return { result: '0x' }
    })
    const params = [{ data: '0x5b5f56', gas: '0xffffffffffff' }, 'latest']
    await post(firth, { ...call('eth_call'), params })
    expect(sent).toEqual([[{ data: '0x5b5f56', gas: '0x2faf080' }, 'latest']])
  })

  it('hands on what a node refuses, and leaves out what nobody answers', async () => {
    const { post } = await startRelay(async ({ method }) =>
      method === 'eth_call' ? { error: { code: 3, message: 'reverted', data: '0x01' } } : undefined,
    )
    const answer = await post(firth, [call('eth_call', 1), call('eth_getCode', 2)])
    expect(answer.json()).toEqual([
      { jsonrpc: '2.0', id: 1, error: { code: 3, message: 'reverted', data: '0x01' } },
    ])
    const silent = await post(firth, call('eth_getCode'))
    expect([silent.statusCode, silent.json()]).toEqual([503, []])
  })

  it('refuses an unknown chain, what is no call, too many calls, and too long ones', async () => {
    const { asked, post } = await startRelay()
    expect(parseError(await post('eip155:1', call('eth_chainId'))).code).toBe('NOT_FOUND')
    for (const body of [{}, [], [1], { method: 1 }, Array.from({ length: 101 }, () => call('x'))])
      expect(parseError(await post(firth, body)).code).toBe('INVALID_REQUEST')
    const long = await post(firth, { ...call('eth_call'), params: ['0'.repeat(200_000)] })
    expect(long.statusCode).toBe(413)
    expect(asked).toEqual([])
  })

  it('relays a simulation of one block on the latest state', async () => {
    const { asked, post } = await startRelay()
    const block = { stateOverrides: { [nobody]: { code: '0x00' } }, calls: [simulated()] }
    const answer = await post(firth, simulation(block, { traceTransfers: true }))
    expect([answer.json().result, asked]).toEqual(['eth_simulateV1', ['eth_simulateV1']])
  })

  it.each<[string, object]>([
    ['without parameters', { ...call('eth_simulateV1') }],
    [
      'of an old block',
      { ...simulation({ calls: [] }), params: [{ blockStateCalls: [{ calls: [] }] }, '0x1'] },
    ],
    [
      'of two blocks',
      {
        ...call('eth_simulateV1'),
        params: [{ blockStateCalls: [{ calls: [] }, { calls: [] }] }, 'latest'],
      },
    ],
    ['with a call that names no gas', simulation({ calls: [{ to: nobody }] })],
    [
      'with too many calls',
      simulation({ calls: Array.from({ length: 121 }, () => simulated('0x1')) }),
    ],
    [
      'with too much gas',
      simulation({ calls: Array.from({ length: 16 }, () => simulated('0x4c4b40')) }),
    ],
    ['with gas that is no number', simulation({ calls: [simulated('1')] })],
    [
      'with too much code',
      simulation({ stateOverrides: { [nobody]: { code: `0x${'00'.repeat(50_000)}` } }, calls: [] }),
    ],
    [
      'with too many addresses',
      simulation({
        stateOverrides: Object.fromEntries(
          Array.from({ length: 41 }, (_, at) => [`0x${String(at).padStart(40, '0')}`, {}]),
        ),
        calls: [],
      }),
    ],
    [
      'with too many slots',
      simulation({
        stateOverrides: {
          [nobody]: {
            stateDiff: Object.fromEntries(
              Array.from({ length: 201 }, (_, at) => [`0x${at.toString(16)}`, '0x1']),
            ),
          },
        },
        calls: [],
      }),
    ],
    ['with whole storage', simulation({ stateOverrides: { [nobody]: { state: {} } }, calls: [] })],
    ['with another block', simulation({ blockOverrides: { number: '0x1' }, calls: [] })],
    ['with validation', simulation({ calls: [] }, { validation: true })],
  ])('relays no simulation %s', async (_name, body) => {
    const { asked, post } = await startRelay()
    const { error } = (await post(firth, body)).json()
    expect([error.code, asked]).toEqual([-32_602, []])
  })

  it('runs the code of one visitor in one lane, and that of others beside it', async () => {
    const ends: (() => void)[] = []
    const { asked, post } = await startRelay(async ({ method }) => {
      if (method !== 'eth_getCode') await new Promise<void>((resolve) => ends.push(resolve))
      return { result: method }
    })
    const many = post(firth, [call('eth_call', 1), call('eth_call', 2), call('eth_getCode', 3)])
    const other = post(firth, call('eth_estimateGas'), '10.0.0.2')
    const started = ['eth_call', 'eth_estimateGas', 'eth_getCode']
    await expect.poll(() => asked.toSorted()).toEqual(started)
    for (const _ of [1, 2, 3]) {
      await expect.poll(() => ends.length).toBeGreaterThan(0)
      ends.shift()?.()
    }
    expect((await other).statusCode).toBe(200)
    expect((await many).json()).toHaveLength(3)
  })

  it('lets a visitor rest whose code took a node long, and nobody else', async () => {
    const { asked, post } = await startRelay(async ({ method }) => {
      if (method === 'eth_call') await new Promise((resolve) => setTimeout(resolve, 700))
      return { result: method }
    })
    const slow = await post(firth, [call('eth_call', 1), call('eth_call', 2)])
    const again = [{ result: 'eth_call' }, { error: { code: -32_005 } }]
    expect(slow.json()).toMatchObject(again)
    const next = (await post(firth, call('eth_estimateGas'))).json()
    expect(next.error.message).toMatch(/try again in [1-9] s/)
    expect(asked).toEqual(['eth_call'])
    for (const [method, from] of [
      ['eth_getCode', '10.0.0.1'],
      ['eth_estimateGas', '10.0.0.2'],
    ] as const)
      expect((await post(firth, call(method), from)).json()).toMatchObject({ result: method })
  })

  it('answers no more than 256 kB at a time, and a megabyte a second', async () => {
    const result = 'x'.repeat(100_000)
    const { asked, post } = await startRelay(async () => ({ result }))
    const calls = Array.from({ length: 20 }, (_, id) => call('eth_getCode', id))
    const first = await post(firth, calls)
    expect(first.body.length).toBeLessThan(270_000)
    expect(first.json()).toHaveLength(20)
    expect(first.json()[19].error.message).toContain('ask for less')
    expect(asked.length, 'the rest is not even asked').toBeLessThanOrEqual(8)
    await post(firth, calls)
    const one = await post(firth, call('eth_getCode'))
    expect(one.json().error.message).toContain('try again in 1 s')
    expect((await post(firth, call('eth_getCode'), '10.0.0.2')).json().result).toBe(result)
  })

  it('lets one visitor simulate ten times in a second', async () => {
    const { asked, post } = await startRelay()
    const body = Array.from({ length: 10 }, () => simulation({ calls: [simulated()] }))
    expect((await post(firth, body)).statusCode).toBe(200)
    expect(parseError(await post(firth, call('eth_chainId'))).code).toBe('RATE_LIMITED')
    expect(asked).toHaveLength(10)
  })

  it('lets one visitor ask so much in a second, dear methods less often', async () => {
    const { asked, post } = await startRelay()
    const logs = Array.from({ length: 100 }, (_, index) => call('eth_getLogs', index))
    expect((await post(firth, logs)).statusCode).toBe(200)
    expect(parseError(await post(firth, call('eth_chainId'))).code).toBe('RATE_LIMITED')
    expect(asked).toHaveLength(100)
  })
})
