import { assert, asyncProperty } from 'fast-check'
import { afterEach, expect, test } from 'vitest'

import { type Endpoint, endpoints } from '#protocol/endpoints.ts'
import {
  apiKey,
  errorOf,
  goodKey,
  refusingHandlers,
  startTestHttp,
  stopTestHttp,
} from './testHttp.ts'
import { type TestRequest, damagedRequests, fittingRequests, rawRequests } from './testRequests.ts'

const runsPerKind = 60
const rows: [string, Endpoint][] = Object.entries(endpoints)

afterEach(stopTestHttp)

async function startFuzzed() {
  const keys = [apiKey('good', { requestsPerSecond: 1e9 })]
  return startTestHttp({ handlers: refusingHandlers, keys })
}

test.each(rows)(
  '%s answers whatever it is sent, in form and never with 5xx',
  async (_name, row) => {
    const app = await startFuzzed()
    const statuses = new Set<number>()
    async function send({ headers, ...request }: TestRequest): Promise<void> {
      const response = await app.inject({ ...request, headers: { ...headers, ...goodKey } })
      statuses.add(errorOf(response).statusCode)
    }
    for (const requests of [fittingRequests(row), damagedRequests(row), rawRequests(row)])
      await assert(asyncProperty(requests, send), { numRuns: runsPerKind })
    expect([...statuses].filter((status) => status >= 500)).toEqual([])
    expect(statuses).toContain(row.body || row.query ? 400 : 422)
  },
)
