import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod/mini'

import { type Service, startService } from './service.ts'
import { startTestProxy, type TestProxy } from '#testing/harness/proxy.ts'
import { freePort, startTestService, type TestService } from '#testing/harness/service.ts'

const firth = 'eip155:71117001'
const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const balances = `/api/v3/balances/aggregated-balance?aggregatedAssetId=agg:eth&account=${firth}:${account}`
const RpcAnswer = z.partial(
  z.object({ result: z.unknown(), error: z.object({ message: z.string() }) }),
)

let first: TestService
let proxy: TestProxy
/** One with two providers of Firth, of which the first can be switched off. */
let service: Service
let url: string

beforeAll(async () => {
  first = await startTestService()
  const own = first.devnet.chains[0]?.rpcUrl ?? ''
  proxy = await startTestProxy(own)
  const config = first.getConfig({
    ROLES: 'api',
    PORT: String(await freePort('127.0.0.1')),
    RPC_URL_71117001: `${proxy.url},${own}`,
    PUBLIC_RPC_URL_71117001: 'https://public.example/firth',
  })
  service = await startService(config)
  url = service.url ?? ''
})
afterAll(async () => {
  await service.stop()
  proxy.stop()
  await first.stop()
})

async function ask(path: string, body?: object) {
  const response = await fetch(`${url}${path}`, {
    headers: { 'x-api-key': 'estuary-devnet', 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  return {
    status: response.status,
    json: z.record(z.string(), z.unknown()).parse(await response.json()),
  }
}

async function relay(method: string, params: readonly unknown[] = []) {
  const { status, json } = await ask(`/rpc/${firth}`, { jsonrpc: '2.0', id: 1, method, params })
  return { status, answer: RpcAnswer.parse(json) }
}

test('a provider that is down costs nobody an answer while another one is there', async () => {
  const before = await ask(balances)
  expect(before.json['unavailableChains'] ?? []).toEqual([])
  proxy.setDown(true)
  for (const _ of [1, 2, 3, 4, 5]) {
    // oxlint-disable-next-line no-await-in-loop -- in a row, as a breaker counts them
    const { status, json } = await ask(balances)
    expect(status).toBe(200)
    expect(json['unavailableChains'] ?? []).toEqual([])
  }
  expect((await relay('eth_chainId')).answer.result).toBe('0x43d28c9')
  proxy.setDown(false)
})

test('visitors read the chains through the service, and never learn of its providers', async () => {
  expect((await relay('eth_chainId')).answer.result).toBe('0x43d28c9')
  const refused = await relay('eth_call', [{ to: account, data: 'no data' }, 'latest'])
  expect(refused.answer.error?.message).not.toBe('')
  expect(JSON.stringify(refused)).not.toContain(proxy.url)
  proxy.refusals.set('eth_getCode', async () => `${proxy.url}/key is over its limit`)
  const leaky = await relay('eth_getCode', [account, 'latest'])
  expect(leaky.answer.error?.message).toBe('[hidden]/key is over its limit')
  expect((await relay('anvil_mine')).answer.error?.message).toBe('anvil_mine is not relayed here.')
  expect((await ask('/rpc/eip155:1', { id: 1, method: 'eth_chainId' })).status).toBe(404)
})
