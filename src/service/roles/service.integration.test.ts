import { ExactErrorBody } from '#testing/http/exactErrorBody.ts'
import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

import { assert, asyncProperty } from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { AssetType } from '#protocol/ids/caip.ts'
import type { Endpoint } from '#protocol/http/endpoints/endpoint.ts'
import { endpoints } from '#protocol/http/endpoints.ts'
import { devnetKeys } from '#devnet/plan/keys.ts'
import { ErrorBody } from '#protocol/status/errors.ts'
import type { Quote } from '#protocol/quotes/quote.ts'
import { isCampaign, getRuns } from '#testing/campaign.ts'
import {
  type TestRequest,
  buildDamagedRequests,
  buildFittingRequests,
  buildRawRequests,
} from '#testing/http/requests.ts'
import { startService } from './service.ts'
import { saveApiKey } from '../storage/tables/apiKeys.ts'
import { freePort, startTestService, type TestService } from '#testing/harness/service.ts'

/** Generated requests over all endpoints, and how many of them have to reach the service. */
const requestsInAll = isCampaign ? 11_500 : 900
const minReached = isCampaign ? 10_000 : 700
const fuzzKey = 'the key of generated requests'
const privateRpc = 'http://127.0.0.1:1/provider-key'
const rows: [string, Endpoint][] = Object.entries(endpoints)
const kinds = [buildFittingRequests, buildDamagedRequests, buildRawRequests]
const runsPerKind = Math.ceil(requestsInAll / (rows.length * kinds.length))
const session = '0x00000000000000000000000000000000000000aa'
const balances = '/api/v3/balances/aggregated-balance?aggregatedAssetId=agg:usdc,agg:eth&account='
const unknownId = `0x${'ab'.repeat(32)}`
let service: TestService
/** Answers to generated requests by their status. */
const answers = new Map<number, number>()

beforeAll(async () => {
  service = await startTestService({ PUBLIC_RPC_URL_71117001: 'https://public.example/firth' })
  // Limited by nothing: what is refused for its number never reaches the service behind.
  await saveApiKey(service.storage, {
    hash: createHash('sha256').update(fuzzKey).digest('hex'),
    label: 'generated requests',
    allowedOrigins: [],
    permissions: ['*'],
    requestsPerSecond: 1_000_000,
  })
})
afterAll(async () => {
  await service.stop()
})

async function read(path: string, body?: unknown) {
  const response = await service.ask(path, body)
  const json: unknown = await response.json()
  return { status: response.status, json }
}

async function readError(path: string, body?: unknown): Promise<ErrorBody> {
  return ErrorBody.parse((await read(path, body)).json)
}

test('discovery tells the public RPC addresses, never the own ones', async () => {
  const { json } = await read('/api/discovery')
  const { chains } = endpoints.discovery.response.parse(json)
  expect(chains[0]?.rpcUrl).toBe('https://public.example/firth')
  expect(JSON.stringify(json)).not.toContain(privateRpc)
  expect(JSON.stringify(json)).not.toContain(service.devnet.chains[0]?.rpcUrl)
})

test('a key that the contracts do not know keeps the service from starting, by name', async () => {
  const config = service.getConfig({ COSIGNER_KEY: devnetKeys.keeper })
  await expect(startService(config)).rejects.toThrow(
    'eip155:71117001: the cosigner key is not the contracts',
  )
})

describe('execute-quote', () => {
  let quote: Quote

  beforeAll(async () => {
    const keys = { sessionAddress: session, adminAddress: session } as const
    const { json } = await read('/api/account/predict-address', keys)
    const accountAddress = endpoints.predictAddress.response.parse(json).predictedAddress
    const usdc = 'eip155:71117001/erc20:' as const
    const [assetType] = membersOn(usdc, (await read('/api/assets/list')).json)
    if (!assetType) throw new Error('No USDC on the first chain.')
    await service.devnet.faucet.send(accountAddress, [{ assetType, amount: 200_000_000n }])
    const answer = await read('/api/v3/quote', {
      from: {
        accounts: [{ ...keys, accountAddress }],
        asset: { assetId: 'agg:usdc' },
        amount: '100000000',
      },
      to: { asset: { assetId: 'agg:eth' } },
      more: 'is ignored here',
    })
    quote = endpoints.quote.response.parse(answer.json)
  })

  test.each([
    ['with another amount', () => ({ originToken: { ...quote.originToken, amount: '1' } })],
    ['with an added field', () => ({ more: 1 })],
    ['with a later expiry', () => ({ expirationTimestamp: '9999999999' })],
    ['with the seal of nobody', () => ({ tamperProofSignature: `0x${'00'.repeat(64)}` })],
  ])('a quote %s is refused and leaves no trace', async (_name, change) => {
    expect(await readError('/api/v3/quote/execute-quote', { ...quote, ...change() })).toMatchObject(
      {
        statusCode: 400,
        code: 'QUOTE_TAMPERED',
        message: 'Incorrect tamper proof signature',
      },
    )
    const status = `/api/status/get-execution-status?quoteId=${quote.id}`
    expect((await read(status)).json).toEqual({})
  })

  test('a quote that nobody signed is refused by both of its paths', async () => {
    for (const path of ['/api/v3/quote/execute-quote', '/api/v3/quote/execute'])
      expect(await readError(path, quote)).toMatchObject({
        statusCode: 400,
        code: 'INVALID_SIGNATURE',
        issues: [{ path: 'originChainsOperations.0.userOp.signature' }],
      })
  })
})

/** Ids of the first aggregate's members whose id begins so. */
function membersOn(prefix: string, assets: unknown): AssetType[] {
  const [usdc] = endpoints.assets.response.parse(assets)
  const types = usdc?.aggregatedEntities.map(({ assetType }) => assetType) ?? []
  return types.filter((assetType) => assetType.startsWith(prefix))
}

test('every asset of the list is an asset of one aggregate only', async () => {
  const list = endpoints.assets.response.parse((await read('/api/assets/list')).json)
  const members = list.flatMap(({ aggregatedEntities }) =>
    aggregatedEntities.map(({ assetType }) => assetType),
  )
  expect(new Set(members).size).toBe(members.length)
  expect(members.length).toBeGreaterThanOrEqual(15)
})

test('an unknown execution is {}, an unknown account has an empty history', async () => {
  for (const version of ['', '/v3']) {
    const status = `/api${version}/status/get-execution-status?quoteId=${unknownId}`
    expect(await read(status)).toEqual({ status: 200, json: {} })
    const history = `/api${version}/status/get-tx-history?user=${session}`
    expect(await read(history)).toEqual({ status: 200, json: { transactions: [] } })
  }
})

test('a chain that is down is named, not shown as zero, and the service says it is not ready', async () => {
  const [chain] = service.devnet.chains
  if (!chain) throw new Error('No chain.')
  await chain.node.pause()
  try {
    const record = endpoints.balances.response.parse(
      (await read(`${balances}eip155:1:${session}`)).json,
    )
    expect(record.unavailableChains).toEqual([chain.chainId])
    const [usdc] = record.balanceByAggregatedAsset
    expect(usdc?.individualAssetBalances).toHaveLength(2)
    await expect
      .poll(async () => (await read('/readyz')).json)
      .toMatchObject({
        statusCode: 503,
        message: `Not ready: ${chain.chainId} (provider 1 of RPC_URL_${chain.number} isn't responding).`,
      })
  } finally {
    await chain.node.resume()
  }
  await expect.poll(async () => (await read('/readyz')).status).toBe(200)
})

test('a client who has asked one process all it may is refused by another', async () => {
  const key = 'the key of one client of two processes'
  await saveApiKey(service.storage, {
    hash: createHash('sha256').update(key).digest('hex'),
    label: 'one client',
    allowedOrigins: [],
    permissions: ['read'],
    requestsPerSecond: 20,
  })
  const changes = { ROLES: 'api', PORT: String(await freePort('127.0.0.1')) }
  const other = await startService(service.getConfig(changes))
  async function ask(url = ''): Promise<number> {
    const path = '/api/chains/supported-list'
    return (await fetch(`${url}${path}`, { headers: { 'x-api-key': key } })).status
  }
  try {
    // Processes share their counts every tenth of a second: all is known within a second.
    async function askBoth(): Promise<number> {
      await Promise.all(Array.from({ length: 20 }, () => ask(service.url)))
      await wait(150)
      await Promise.all(Array.from({ length: 5 }, () => ask(other.url)))
      await wait(150)
      return ask(other.url)
    }
    await expect.poll(askBoth).toBe(429)
  } finally {
    await other.stop()
  }
})

test('a database that is away is 503, and used again when it is back', async () => {
  const status = `/api/status/get-execution-status?quoteId=${unknownId}`
  const { restore } = await service.cutDatabase()
  try {
    expect(await readError(status)).toMatchObject({ statusCode: 503, code: 'STORAGE_UNAVAILABLE' })
    await expect.poll(async () => (await read('/readyz')).status).toBe(503)
  } finally {
    await restore()
  }
  await expect.poll(async () => (await read(status)).status).toBe(200)
})

test.each(rows)(
  '%s answers damaged requests in form and never with 5xx, all parts being real',
  async (_name, row) => {
    const faults: unknown[] = []
    async function send({ method, url, headers, payload }: TestRequest): Promise<void> {
      const response = await fetch(`${service.url}${url}`, {
        method,
        headers: { ...headers, 'x-api-key': fuzzKey },
        ...(method === 'POST' &&
          payload !== undefined && {
            body: typeof payload === 'string' ? payload : new Uint8Array(payload),
          }),
      })
      const json: unknown = await response.json()
      answers.set(response.status, (answers.get(response.status) ?? 0) + 1)
      if (response.status >= 500) faults.push({ url, payload: String(payload), json })
      if (response.status >= 400) ExactErrorBody.parse(json)
    }
    for (const requestsOf of kinds)
      await assert(
        asyncProperty(requestsOf(row), send),
        getRuns({ test: runsPerKind, campaign: runsPerKind }),
      )
    expect(faults).toEqual([])
  },
)

test('most of the generated requests reached the service', () => {
  const all = [...answers.values()].reduce((sum, count) => sum + count, 0)
  // Requests for unknown routes are rate limited by address.
  const turnedAway = answers.get(429) ?? 0
  expect(all - turnedAway).toBeGreaterThanOrEqual(minReached)
  expect(answers.get(200)).toBeGreaterThan(0)
  expect(answers.get(400)).toBeGreaterThan(0)
})
