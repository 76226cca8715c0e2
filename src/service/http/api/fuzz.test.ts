import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { assert, asyncProperty } from 'fast-check'
import { afterEach, expect, test } from 'vitest'

import type { Endpoint } from '#protocol/http/endpoints/endpoint.ts'
import { endpoints } from '#protocol/http/endpoints.ts'
import { isCampaign, getRuns } from '#testing/campaign.ts'
import {
  createErrorLog,
  buildApiKey,
  parseError,
  goodKey,
  rejectingHandlers,
  startTestHttp,
  stopTestHttp,
} from '#testing/http/http.ts'
import {
  type OddRequest,
  buildOddlyHeadedRequests,
  oddRequests,
  sendOdd,
} from '#testing/http/oddRequests.ts'
import {
  type TestRequest,
  buildDamagedRequests,
  buildFittingRequests,
  buildRawRequests,
} from '#testing/http/requests.ts'

/** Number of requests over all endpoints, none of which may be answered with 5xx. */
const requestsInAll = isCampaign ? 13_000 : 650
/** Number of requests to arbitrary paths, most of which reach static files. */
const oddRequestsInAll = { test: 1_000, campaign: 20_000 }
const rows: [string, Endpoint][] = Object.entries(endpoints)
const kinds = [
  buildFittingRequests,
  buildDamagedRequests,
  buildRawRequests,
  buildOddlyHeadedRequests,
]
const runsPerKind = Math.ceil(requestsInAll / (rows.length * kinds.length))

afterEach(stopTestHttp)

async function startFuzzed() {
  const keys = [buildApiKey('good', { requestsPerSecond: 1e9 })]
  return startTestHttp({ handlers: rejectingHandlers, keys })
}

test.each(rows)(
  '%s answers whatever it is sent, in form and never with 5xx',
  async (_name, row) => {
    const app = await startFuzzed()
    const statuses = new Set<number>()
    async function send({ headers, ...request }: TestRequest): Promise<void> {
      const response = await app.inject({ ...request, headers: { ...headers, ...goodKey } })
      statuses.add(parseError(response).statusCode)
    }
    const runs = getRuns({ test: runsPerKind, campaign: runsPerKind })
    for (const kind of kinds) await assert(asyncProperty(kind(row), send), runs)
    expect([...statuses].filter((status) => status >= 500)).toEqual([])
    expect(statuses).toContain(row.body || row.query ? 400 : 422)
  },
)

test('any path is answered under any headers, in form and never with 5xx', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'estuary-fuzz-'))
  await mkdir(path.join(folder, 'assets'))
  for (const file of ['index.html', 'assets/main-1a2b.js', 'assets/main-1a2b.js.br', '.hidden'])
    await writeFile(path.join(folder, file), file)
  const { faults, log } = createErrorLog()
  const app = await startTestHttp(
    { log },
    { dashboardFolder: folder, limits: { anyonePerSecond: 1e9, dashboardPerSecond: 1e9 } },
  )
  await app.listen({ host: '127.0.0.1', port: 0 })
  const agent = new Agent({ keepAlive: true })
  const statuses = new Set<number>()
  async function send(request: OddRequest): Promise<void> {
    const answer = await sendOdd(app, { ...request, agent })
    statuses.add(answer.statusCode)
    expect(answer.statusCode).toBeLessThan(500)
    if (answer.statusCode >= 400 && request.method !== 'HEAD') parseError(answer)
  }
  await assert(asyncProperty(oddRequests, send), getRuns(oddRequestsInAll))
  agent.destroy()
  await rm(folder, { recursive: true })
  expect(faults).toEqual([])
  expect([...statuses]).toEqual(expect.arrayContaining([200, 304, 400, 403, 404, 405, 412, 416]))
})
