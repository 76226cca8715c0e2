import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'

import { createMetrics } from '../../monitoring/metrics.ts'
import type { Totals } from '../../storage/executions/totals.ts'
import {
  buildApiKey,
  parseError,
  goodKey,
  findMissingHeaders,
  predictUrl,
  startTestHttp,
  stopTestHttp,
} from '#testing/http/http.ts'

afterEach(stopTestHttp)

async function readMetrics(app: FastifyInstance): Promise<string[]> {
  const response = await app.inject({
    url: '/metrics',
    headers: { host: '127.0.0.1:8080', ...goodKey },
  })
  expect(response.statusCode).toBe(200)
  return response.body.split('\n')
}

describe('health', () => {
  test('is ready only when nothing is missing', async () => {
    const ready = await startTestHttp()
    expect((await ready.inject('/readyz')).statusCode).toBe(200)
    const waiting = await startTestHttp({
      readiness: async () => ({
        missing: ['eip155:71117001'],
        reasons: { 'eip155:71117001': 'provider 1 of RPC_URL_71117001 answers for eip155:8453' },
      }),
    })
    expect(parseError(await waiting.inject('/readyz'))).toMatchObject({
      statusCode: 503,
      message:
        'Not ready: eip155:71117001 (provider 1 of RPC_URL_71117001 answers for eip155:8453).',
    })
    expect((await waiting.inject('/healthz')).statusCode).toBe(200)
  })

  const host = '127.0.0.1:8080'

  test('shows metrics on this machine only', async () => {
    const app = await startTestHttp({}, { hasOpenMetrics: true })
    const local = await app.inject({ url: '/metrics', headers: { host } })
    expect(local.body).toContain('estuary_http_request_seconds')
    const remote = { url: '/metrics', headers: { host }, remoteAddress: '10.0.0.1' }
    expect(parseError(await app.inject(remote))).toMatchObject({ statusCode: 404 })
    for (const name of ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via', 'forwarded']) {
      const headers = { host, [name]: '10.0.0.1' }
      const proxied = await app.inject({ url: '/metrics', headers })
      expect(parseError(proxied)).toMatchObject({ statusCode: 404 })
    }
    const named = await app.inject({ url: '/metrics', headers: { host: 'evil.example' } })
    expect(parseError(named)).toMatchObject({ statusCode: 404 })
  })

  test.each([
    ['no key', {}, 404],
    ['a key', { 'x-api-key': 'good' }, 200],
    ['a key as a bearer token', { authorization: 'Bearer good' }, 200],
    ['an unknown key', { 'x-api-key': 'other' }, 404],
    ['a key that may only read', { 'x-api-key': 'reader' }, 404],
  ])('shows metrics to %s where a proxy may stand in front', async (_name, shown, status) => {
    const keys = [buildApiKey('good'), buildApiKey('reader', { allowedEndpoints: ['status'] })]
    const app = await startTestHttp({ keys })
    // Exactly what a local proxy that adds no header sends.
    const response = await app.inject({ url: '/metrics', headers: { host, ...shown } })
    expect(response.statusCode).toBe(status)
  })
})

describe('metrics', () => {
  const totals: Totals = {
    executions: [{ status: 'COMPLETED', count: 7 }],
    steps: [
      { chain: 'eip155:1', action: 'fill', state: 'mined', count: 7, gasWei: 70n },
      { chain: 'eip155:1', action: 'fill', state: 'reverted', count: 1, gasWei: 5n },
    ],
    overdue: 2,
    stuck: 3,
    sponsorLossUsd: 900_000_000n,
    roles: [
      { role: 'worker', processes: 0, ageSeconds: 75 },
      { role: 'attestor', processes: 0, ageSeconds: undefined },
    ],
  }

  test('show what all executions came to, also what there is none of', async () => {
    const app = await startTestHttp({ metrics: createMetrics({ totals: async () => totals }) })
    expect(await readMetrics(app)).toEqual(
      expect.arrayContaining([
        'estuary_totals_up 1',
        'estuary_executions{status="COMPLETED"} 7',
        'estuary_executions{status="FAILED"} 0',
        'estuary_executions_overdue 2',
        'estuary_executions_stuck 3',
        'estuary_steps{chain="eip155:1",action="fill",state="mined"} 7',
        'estuary_steps{chain="eip155:1",action="fill",state="reverted"} 1',
        'estuary_gas_wei{chain="eip155:1",action="fill"} 75',
        'estuary_sponsor_loss_usd 9',
        'estuary_role_processes{role="worker"} 0',
        'estuary_role_age_seconds{role="worker"} 75',
        'estuary_role_age_seconds{role="attestor"} +Inf',
      ]),
    )
  })

  test('count anew after five seconds, not for every question', async () => {
    let clock = 0
    let counted = 0
    const metrics = createMetrics({
      totals: async () => ({ ...totals, overdue: (counted += 1) }),
      now: () => clock,
    })
    const app = await startTestHttp({ metrics })
    await Promise.all([readMetrics(app), readMetrics(app), readMetrics(app)])
    clock = 4_999
    expect(await readMetrics(app)).toContain('estuary_executions_overdue 1')
    clock = 5_000
    expect(await readMetrics(app)).toContain('estuary_executions_overdue 2')
  })

  test('show no old figures while the database does not answer', async () => {
    let clock = 0
    let isDown = false
    const metrics = createMetrics({
      totals: () => (isDown ? Promise.reject(new Error('down')) : Promise.resolve(totals)),
      now: () => clock,
    })
    const app = await startTestHttp({ metrics })
    await readMetrics(app)
    isDown = true
    clock = 5_000
    const text = (await readMetrics(app)).join('\n')
    expect(text).toContain('estuary_totals_up 0')
    expect(text).not.toContain('estuary_executions{')
  })
})

describe('documents', () => {
  test('describe exactly the endpoints that are served', async () => {
    const app = await startTestHttp()
    const document = (await app.inject('/docs/openapi.json')).json()
    expect(document.openapi).toBe('3.1.0')
    expect(Object.keys(document.paths).toSorted()).toEqual([
      predictUrl,
      '/api/chains/supported-list',
      '/api/status/get-execution-status',
      '/api/v3/status/get-execution-status',
      '/v3/status/get-execution-status',
    ])
  })

  test('of other rooms are shown under the same policy, and missing ones are 404', async () => {
    const app = await startTestHttp({
      pages: [
        {
          path: '/explorer/:chain/tx/:hash',
          handle: async ({ params }) => ({
            status: params['hash'] === '1' ? 200 : 404,
            contentType: 'text/html; charset=utf-8',
            body: '<p>1</p>',
          }),
        },
      ],
    })
    const page = await app.inject('/explorer/a/tx/1')
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(findMissingHeaders(page.headers)).toEqual([])
    expect(parseError(await app.inject('/explorer/a/tx/2'))).toMatchObject({ statusCode: 404 })
  })
})
