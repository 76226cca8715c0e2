import { afterEach, describe, expect, test } from 'vitest'

import { maxCallData, maxOverrideCode } from '#protocol/quotes/callQuote.ts'
import {
  buildApiKey,
  parseError,
  goodKey,
  findMissingHeaders,
  predictBody,
  predictUrl,
  predicted,
  rejectingHandlers,
  startTestHttp,
  statusUrl,
  stopTestHttp,
} from '#testing/http/http.ts'

afterEach(stopTestHttp)

describe('a request with a key', () => {
  test('is answered with the headers every answer has', async () => {
    const app = await startTestHttp()
    const response = await app.inject({ url: statusUrl, headers: goodKey })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({})
    expect(response.headers['cache-control']).toBe('no-store')
    expect(findMissingHeaders(response.headers)).toEqual([])
  })

  test('reaches the same endpoint by every path of the table', async () => {
    const app = await startTestHttp()
    const url = statusUrl.replace('/api/v3/', '/api/')
    expect((await app.inject({ url, headers: goodKey })).statusCode).toBe(200)
  })

  test('gets the status of the table: 201 for an address', async () => {
    const app = await startTestHttp()
    const response = await app.inject({
      method: 'POST',
      url: predictUrl,
      headers: goodKey,
      payload: { ...predictBody, more: 'is ignored' },
    })
    expect(response.statusCode).toBe(201)
    expect(response.json()).toEqual(predicted)
  })

  test('hands the handler the body as it came, beside the decoded one', async () => {
    const seen: unknown[] = []
    const app = await startTestHttp({
      handlers: {
        predictAddress: ({ body, receivedBody }) => {
          seen.push(body, receivedBody)
          return predicted
        },
      },
    })
    const payload = { ...predictBody, more: 1 }
    await app.inject({ method: 'POST', url: predictUrl, headers: goodKey, payload })
    expect(seen).toEqual([predictBody, payload])
  })
})

describe('keys', () => {
  test.each([{}, { 'x-api-key': 'bad' }, { 'x-api-key': '' }])(
    'are asked for before anything of the request is looked at: %j',
    async (headers) => {
      const app = await startTestHttp()
      const payload = '{"not json'
      const type = { 'content-type': 'application/json' }
      expect(
        parseError(
          await app.inject({
            method: 'POST',
            url: predictUrl,
            headers: { ...type, ...headers },
            payload,
          }),
        ),
      ).toMatchObject({ statusCode: 401, code: 'UNAUTHENTICATED' })
    },
  )

  test('are refused where they have no permission', async () => {
    const app = await startTestHttp({
      keys: [buildApiKey('good', { allowedEndpoints: ['chains'] })],
    })
    expect(parseError(await app.inject({ url: statusUrl, headers: goodKey }))).toMatchObject({
      statusCode: 403,
      code: 'FORBIDDEN',
    })
    const chains = await app.inject({ url: '/api/chains/supported-list', headers: goodKey })
    expect(chains.statusCode).toBe(200)
  })

  test('are refused from an origin they do not allow', async () => {
    const app = await startTestHttp({
      keys: [buildApiKey('good', { allowedOrigins: ['https://mine.example'] })],
    })
    function from(origin: string) {
      return app.inject({ url: statusUrl, headers: { ...goodKey, origin } })
    }
    expect(parseError(await from('https://other.example'))).toMatchObject({ statusCode: 403 })
    expect((await from('https://mine.example')).statusCode).toBe(200)
  })
})

describe('routes', () => {
  test('that do not exist are 404, with or without a key', async () => {
    const app = await startTestHttp()
    for (const headers of [{}, goodKey])
      expect(
        parseError(await app.inject({ url: '/api/v3/quote/transfer-quote', headers })),
      ).toMatchObject({
        statusCode: 404,
        code: 'NOT_FOUND',
      })
  })

  test('that do not exist are 404 whatever body they are sent', async () => {
    const app = await startTestHttp()
    for (const type of ['application/json', 'text/plain'])
      expect(
        parseError(
          await app.inject({
            method: 'POST',
            url: '/api/v9/quote',
            headers: { 'content-type': type },
            payload: '{',
          }),
        ),
      ).toMatchObject({ statusCode: 404 })
  })

  test('without a handler do not exist', async () => {
    const app = await startTestHttp()
    expect(
      parseError(
        await app.inject({
          method: 'POST',
          url: '/api/devnet/faucet',
          headers: goodKey,
          payload: {},
        }),
      ),
    ).toMatchObject({ statusCode: 404 })
  })

  test('of the other method are 405 and say which', async () => {
    const app = await startTestHttp()
    const response = await app.inject({ method: 'DELETE', url: predictUrl, headers: goodKey })
    expect(parseError(response)).toMatchObject({ statusCode: 405, code: 'METHOD_NOT_ALLOWED' })
    expect(response.headers['allow']).toBe('POST')
  })

  test('under a method that no route has are refused in the same form', async () => {
    const app = await startTestHttp()
    expect(parseError(await app.inject({ method: 'OPTIONS', url: '/nowhere' }))).toMatchObject({
      statusCode: 404,
    })
  })
})

test('the most call data that the schema takes is read wherever it stands', async () => {
  const app = await startTestHttp({ handlers: rejectingHandlers })
  async function post(url: string, payload: object) {
    return parseError(await app.inject({ method: 'POST', url, headers: goodKey, payload }))
  }
  const address = predicted.predictedAddress
  const keys = { sessionAddress: address, adminAddress: address, accountAddress: address }
  function prepare(bytes: number) {
    return {
      accounts: [keys],
      targetChain: 'eip155:1',
      calls: [{ to: address, data: `0x${'ab'.repeat(bytes)}` }],
      tokensRequired: [],
      overrides: [{ address, code: `0x${'ab'.repeat(maxOverrideCode)}` }],
    }
  }
  const path = '/api/v3/quote/prepare-call-quote'
  expect(await post(path, prepare(maxCallData))).toMatchObject({ code: 'NO_ROUTE' })
  const more = await post(path, prepare(maxCallData + 1))
  expect(more).toMatchObject({ code: 'INVALID_REQUEST', issues: [{ path: 'calls' }] })
  const data = 'ab'.repeat(maxCallData)
  const calls = { '/api/v3/quote/call-quote': [data], '/api/quotes/execute-quote': [data, data] }
  for (const [url, carried] of Object.entries(calls))
    expect(await post(url, { carried })).toMatchObject({ code: 'INVALID_REQUEST' })
})
