import { setTimeout as pause } from 'node:timers/promises'

import { endpoints } from '#protocol/endpoints.ts'
import { newAccount, swapRequest } from './benchAccount.ts'
import type { BenchRow } from './benchReport.ts'
import { percentile } from './benchSample.ts'
import type { BenchService } from './benchService.ts'

/** How the capacity is found: so many visitors ask, each again as soon as it has its answer. */
const closedLoop = { visitors: 16, seconds: 4 }
const seconds = 5
const shares = [0.5, 1, 2, 4]
/** What is let in is answered within a second. */
const barMs = 1_000
const unknownId = `0x${'ab'.repeat(32)}`

type Answer = { status: number; ms: number }

/**
 * Quotes at half, once, twice and four times what the service can answer, started by the clock whether
 * or not earlier ones were answered; beside them the state of an execution, ten times a second. Goals:
 * p99 of what is let in within a second, whatever is asked; the rest is refused.
 */
export async function benchOverload(service: BenchService): Promise<BenchRow[]> {
  const account = await newAccount(service)
  const swap = { from: 'agg:usdc', to: 'agg:eth', amount: 100_000_000n }
  const body = JSON.stringify(swapRequest(account, swap))
  function quote(): Promise<Answer> {
    return ask(service, endpoints.quote.paths[0], body)
  }
  function status(): Promise<Answer> {
    return ask(service, `${endpoints.status.paths[0]}?quoteId=${unknownId}`)
  }
  const capacity = await capacityOf(quote)
  const rows: BenchRow[] = []
  for (const share of shares) {
    const perSecond = Math.max(1, Math.round(capacity * share))
    const [quotes, states] = await Promise.all([
      byTheClock(quote, perSecond),
      byTheClock(status, 10),
    ])
    rows.push(...rowsOf({ quotes, states }, `at ${share} x capacity (${perSecond} a second)`))
  }
  return rows
}

function rowsOf({ quotes, states }: Record<'quotes' | 'states', Answer[]>, at: string): BenchRow[] {
  const refused = quotes.filter(({ status }) => status !== 200)
  return [
    { what: `quotes let in ${at}, p99`, measured: p99(quotes), bar: barMs, unit: 'ms' },
    { what: `status beside quotes ${at}, p99`, measured: p99(states), bar: barMs, unit: 'ms' },
    {
      what: `quotes refused ${at}, of ${quotes.length}`,
      measured: refused.length,
      unit: 'requests',
    },
  ]
}

/** @throws RangeError when nothing was answered. */
function p99(answers: readonly Answer[]): number {
  const served = answers.filter(({ status }) => status === 200)
  return percentile(
    served.map(({ ms }) => ms),
    0.99,
  )
}

/** Quotes a second when the service always has some to do. */
async function capacityOf(quote: () => Promise<Answer>): Promise<number> {
  const until = performance.now() + closedLoop.seconds * 1_000
  let served = 0
  async function visit(): Promise<void> {
    while (performance.now() < until) if ((await quote()).status === 200) served += 1
  }
  await Promise.all(Array.from({ length: closedLoop.visitors }, visit))
  return served / closedLoop.seconds
}

/** Times from the moment at which each was due. */
async function byTheClock(task: () => Promise<Answer>, perSecond: number): Promise<Answer[]> {
  const startedAt = performance.now()
  const answers: Promise<Answer>[] = []
  for (let sent = 0; sent < perSecond * seconds; sent += 1) {
    const dueAt = startedAt + (sent * 1_000) / perSecond
    await pause(Math.max(0, dueAt - performance.now()))
    answers.push(task().then(({ status }) => ({ status, ms: performance.now() - dueAt })))
  }
  return Promise.all(answers)
}

async function ask({ url, key }: BenchService, path: string, body?: string): Promise<Answer> {
  const startedAt = performance.now()
  const response = await fetch(`${url}${path}`, {
    headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body }),
  })
  await response.arrayBuffer()
  return { status: response.status, ms: performance.now() - startedAt }
}
