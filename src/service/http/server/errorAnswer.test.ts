import { afterEach, describe, expect, test } from 'vitest'

import { ServiceError } from '../../ServiceError.ts'
import {
  createErrorLog,
  parseError,
  goodKey,
  predictBody,
  predictUrl,
  startTestHttp,
  stopTestHttp,
} from '#testing/http/http.ts'

afterEach(stopTestHttp)

describe('malformed requests', () => {
  test('name each field that does not fit', async () => {
    const app = await startTestHttp()
    const path = '/api/v3/status/get-execution-status'
    const body = parseError(await app.inject({ url: `${path}?quoteId=1`, headers: goodKey }))
    expect(body).toMatchObject({ statusCode: 400, code: 'INVALID_REQUEST', path })
    expect(body.issues?.map((issue) => issue.path)).toEqual(['quoteId'])
  })

  test('name the field of the branch that came closest', async () => {
    const app = await startTestHttp()
    const response = await app.inject({
      method: 'POST',
      url: predictUrl,
      headers: goodKey,
      payload: { ...predictBody, adminAddress: '0x12' },
    })
    expect(parseError(response).issues?.[0]?.path).toBe('adminAddress')
  })

  test.each([
    ['broken JSON', '{"a":', 400],
    ['no JSON', '', 400],
    ['a key twice', '{"a":1,"a":1}', 400],
    ['a lone surrogate', '{"a":"\\ud800"}', 400],
    ['too much', JSON.stringify({ a: 'x'.repeat(256 * 1024) }), 413],
  ])('are refused: %s', async (_name, payload, status) => {
    const app = await startTestHttp()
    const headers = { ...goodKey, 'content-type': 'application/json' }
    const response = await app.inject({ method: 'POST', url: predictUrl, headers, payload })
    expect(parseError(response)).toMatchObject({ statusCode: status })
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'are refused as %s',
    async (type) => {
      const app = await startTestHttp()
      const headers = { ...goodKey, 'content-type': type }
      const response = await app.inject({
        method: 'POST',
        url: predictUrl,
        headers,
        payload: 'a=1',
      })
      expect(parseError(response)).toMatchObject({
        statusCode: 415,
        code: 'UNSUPPORTED_MEDIA_TYPE',
      })
    },
  )

  test.each([
    ['gzip', 415],
    ['br, gzip', 415],
    ['identity', 400],
  ])('are told that a body in the coding "%s" is not read: %d', async (coding, statusCode) => {
    const app = await startTestHttp()
    const headers = { ...goodKey, 'content-type': 'application/json', 'content-encoding': coding }
    const response = await app.inject({ method: 'POST', url: predictUrl, headers, payload: '{' })
    expect(parseError(response)).toMatchObject({ statusCode })
  })

  test('are refused when the address is not valid URL encoding', async () => {
    const app = await startTestHttp()
    expect(
      parseError(await app.inject({ url: '/api/%zz?secret=1', headers: goodKey })),
    ).toMatchObject({
      statusCode: 400,
      path: '/api/%zz',
    })
  })
})

describe('a query', () => {
  const path = '/api/v3/status/get-execution-status'

  test.each(['%', '%zz', '%4', 'a=%c3%28', 'quoteId=0x12&more=%e0%a4%a', '%ff'])(
    'that is not valid URL encoding is refused: %s',
    async (query) => {
      const app = await startTestHttp()
      const response = await app.inject({ url: `${path}?${query}`, headers: goodKey })
      expect(parseError(response)).toMatchObject({
        statusCode: 400,
        code: 'INVALID_REQUEST',
        message: 'The query is not valid URL encoding.',
        path,
      })
      const open = await app.inject({
        url: `/api/chains/supported-list?${query}`,
        headers: goodKey,
      })
      expect(parseError(open)).toMatchObject({ statusCode: 400 })
      expect(parseError(await app.inject(`/healthz?${query}`))).toMatchObject({ statusCode: 400 })
    },
  )

  test('that is not valid is looked at only after the key', async () => {
    const app = await startTestHttp()
    expect(parseError(await app.inject(`${path}?%`))).toMatchObject({ statusCode: 401 })
  })

  test('that is valid is read, encoded or not', async () => {
    const app = await startTestHttp()
    const quoteId = `%30x${'ab'.repeat(32)}`
    for (const query of [`quoteId=${quoteId}`, `quoteId=${quoteId}&more=%c3%a9+%F0%9F%98%80`])
      expect((await app.inject({ url: `${path}?${query}`, headers: goodKey })).statusCode).toBe(200)
  })
})

describe('faults', () => {
  test('say nothing of what happened, and reach the log', async () => {
    const { faults, log } = createErrorLog()
    const app = await startTestHttp({
      handlers: {
        chains: () => {
          throw new Error('secret at /home/someone/file.ts')
        },
      },
      log,
    })
    const headers = { ...goodKey, 'x-request-id': 'of-a-proxy-1' }
    const response = await app.inject({ url: '/api/chains/supported-list', headers })
    expect(parseError(response)).toMatchObject({ statusCode: 500, code: 'INTERNAL' })
    expect(response.body).not.toContain('secret')
    expect(faults).toEqual([expect.objectContaining({ requestId: 'of-a-proxy-1' })])
  })

  test('of an answer that does not fit its schema are ours', async () => {
    const app = await startTestHttp({
      handlers: { predictAddress: () => ({ predictedAddress: '0x12' }) },
    })
    expect(
      parseError(
        await app.inject({
          method: 'POST',
          url: predictUrl,
          headers: goodKey,
          payload: predictBody,
        }),
      ),
    ).toMatchObject({ statusCode: 500 })
  })

  test('of a chain are 503 and say when to come back', async () => {
    const app = await startTestHttp({
      handlers: {
        chains: () => {
          throw new ServiceError('CHAIN_UNAVAILABLE', 'Delta cannot be read.', {
            cause: new Error('http://provider/secret'),
          })
        },
      },
    })
    const response = await app.inject({ url: '/api/chains/supported-list', headers: goodKey })
    expect(parseError(response)).toMatchObject({
      statusCode: 503,
      message: 'Delta cannot be read.',
    })
    expect(response.headers['retry-after']).toBe('1')
  })

  test.each([
    ['SPONSORSHIP_PAUSED', 503],
    ['GAS_LIMIT_EXCEEDED', 422],
    ['SPONSORSHIP_EXHAUSTED', 429],
  ] as const)('of the sponsor say when to come back: %s', async (code, status) => {
    const app = await startTestHttp({
      handlers: {
        chains: () => {
          throw new ServiceError(code, 'Not today.', { retryAfterSeconds: 3600 })
        },
      },
    })
    const response = await app.inject({ url: '/api/chains/supported-list', headers: goodKey })
    expect(parseError(response)).toMatchObject({ statusCode: status, code })
    expect(response.headers['retry-after']).toBe('3600')
  })
})
