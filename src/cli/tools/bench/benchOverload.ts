import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

import { endpoints } from '#protocol/http/endpoints.ts'
import { createFundedAccount, buildSwapRequest } from './benchAccount.ts'
import type { BenchRow } from './benchReport.ts'
import { computePercentile } from './benchSample.ts'
import type { BenchService } from './benchService.ts'

/** Capacity is measured in a closed loop: a client sends its next request after each response. */
const closedLoop = { visitors: 16, seconds: 4 }
const seconds = 5
const shares = [0.5, 1, 2, 4]
/** Limit for the p99 of accepted requests. */
const barMs = 1_000
const healthBarMs = 300
const unknownId = `0x${'ab'.repeat(32)}`

/** As many connections as a proxy keeps open, so that no request waits for a new one. */
const connections = 600
const agent = new Agent({ keepAlive: true, maxSockets: connections, maxFreeSockets: connections })

/** `lateMs`: how late the request was sent, as the load generator shares the CPU. */
type TimedAnswer = { status: number; ms: number; lateMs?: number }

/**
 * Requests quotes at 0.5, 1, 2 and 4 times the service's capacity, on a fixed schedule whether or not
 * earlier ones were answered; beside them a status, ten times a second. Goal at any load: p99 of
 * accepted requests within a second; the rest is refused.
 */
export async function benchOverload(service: BenchService): Promise<BenchRow[]> {
  const account = await createFundedAccount(service)
  const swap = { from: 'agg:usdc', to: 'agg:eth', amount: 100_000_000n }
  const body = JSON.stringify(buildSwapRequest(account, swap))
  function quote(): Promise<TimedAnswer> {
    return ask(service, endpoints.quote.paths[0], { body })
  }
  function status(): Promise<TimedAnswer> {
    return ask(service, `${endpoints.status.paths[0]}?quoteId=${unknownId}`)
  }
  const capacity = await measureCapacity(quote)
  await Promise.all(Array.from({ length: connections }, status))
  await pause(1_000)
  const rows: BenchRow[] = []
  for (const share of shares) {
    const perSecond = Math.max(1, Math.round(capacity * share))
    const [quotes, states, health] = await Promise.all([
      runAtRate(quote, perSecond),
      runAtRate(status, 10),
      runAtRate(() => ask(service, '/healthz', { agent: false }), 10),
    ])
    rows.push(
      ...toRows({ quotes, states, health }, `at ${share} x capacity (${perSecond} a second)`),
    )
  }
  return rows
}

function toRows(
  { quotes, states, health }: Record<'quotes' | 'states' | 'health', TimedAnswer[]>,
  at: string,
): BenchRow[] {
  const refused = quotes.filter(({ status }) => status !== 200)
  return [
    { what: `quotes accepted ${at}, p99`, measured: computeP99(quotes), bar: barMs, unit: 'ms' },
    {
      what: `status beside quotes ${at}, p99`,
      measured: computeP99(states),
      bar: barMs,
      unit: 'ms',
    },
    {
      what: `health over new connections ${at}, p99`,
      measured: computeP99(health),
      bar: healthBarMs,
      unit: 'ms',
    },
    {
      what: `of that, sent late ${at}, p99`,
      measured: computePercentile(
        quotes.map(({ lateMs = 0 }) => lateMs),
        0.99,
      ),
      unit: 'ms',
    },
    {
      what: `quotes refused ${at}, of ${quotes.length}`,
      measured: refused.length,
      unit: 'requests',
    },
  ]
}

/** @throws RangeError when nothing was answered. */
function computeP99(answers: readonly TimedAnswer[]): number {
  const served = answers.filter(({ status }) => status === 200)
  return computePercentile(
    served.map(({ ms }) => ms),
    0.99,
  )
}

/** Quotes per second of a service that is always busy. */
async function measureCapacity(quote: () => Promise<TimedAnswer>): Promise<number> {
  const until = performance.now() + closedLoop.seconds * 1_000
  let served = 0
  async function visit(): Promise<void> {
    while (performance.now() < until) if ((await quote()).status === 200) served += 1
  }
  await Promise.all(Array.from({ length: closedLoop.visitors }, visit))
  return served / closedLoop.seconds
}

/** Sends on a fixed schedule; durations count from the moment each request was due. */
async function runAtRate(
  task: () => Promise<TimedAnswer>,
  perSecond: number,
): Promise<TimedAnswer[]> {
  const startedAt = performance.now()
  const answers: Promise<TimedAnswer>[] = []
  for (let sent = 0; sent < perSecond * seconds; sent += 1) {
    const dueAt = startedAt + (sent * 1_000) / perSecond
    await pause(Math.max(0, dueAt - performance.now()))
    const lateMs = Math.max(0, performance.now() - dueAt)
    answers.push(task().then(({ status, ms }) => ({ status, ms: ms + lateMs, lateMs })))
  }
  return Promise.all(answers)
}

/** Uses Node's HTTP client: `fetch` takes three times the CPU, which service and chains share. */
function ask(
  { url, key }: BenchService,
  path: string,
  { body, agent: by = agent }: { body?: string; agent?: Agent | false } = {},
): Promise<TimedAnswer> {
  const startedAt = performance.now()
  const headers = {
    'x-api-key': key,
    ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
  }
  const method = body === undefined ? 'GET' : 'POST'
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { method, headers, agent: by }, (response) => {
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, ms: performance.now() - startedAt }),
      )
      response.on('error', reject)
      response.resume()
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
