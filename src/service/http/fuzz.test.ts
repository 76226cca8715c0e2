import { assert, asyncProperty } from 'fast-check'
import { afterEach, expect, test } from 'vitest'

import { type Endpoint, endpoints } from '#protocol/endpoints.ts'
import { isCampaign, runsOf } from '#testing/campaign.ts'
import {
  apiKey,
  errorOf,
  goodKey,
  refusingHandlers,
  startTestHttp,
  stopTestHttp,
} from './testHttp.ts'
import { type TestRequest, damagedRequests, fittingRequests, rawRequests } from './testRequests.ts'

/** Source: the interface is held to no 5xx in this many requests over all endpoints. */
const requestsInAll = isCampaign ? 10_000 : 1_000
const rows: [string, Endpoint][] = Object.entries(endpoints)
const kinds = [fittingRequests, damagedRequests, rawRequests]
const runsPerKind = Math.ceil(requestsInAll / (rows.length * kinds.length))

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
    const runs = runsOf({ test: runsPerKind, campaign: runsPerKind })
    for (const kind of kinds) await assert(asyncProperty(kind(row), send), runs)
    expect([...statuses].filter((status) => status >= 500)).toEqual([])
    expect(statuses).toContain(row.body || row.query ? 400 : 422)
  },
)
