import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { createFundedAccount, buildSwapRequest } from './benchAccount.ts'
import type { BenchRow } from './benchReport.ts'
import { computePercentile, measureTimes } from './benchSample.ts'
import { ask, type BenchService } from './benchService.ts'

const runs = 100
const hundredDollars = 100_000_000n
const load = { perSecond: 200, seconds: 10 }

/**
 * Measures quotes of a funded account with warm caches: in sequence, then 200 per second. Goals: p50
 * within 60 ms in sequence; p99 within 250 ms for both.
 */
export async function benchQuotes(service: BenchService): Promise<BenchRow[]> {
  const account = await createFundedAccount(service)
  const swap = { from: 'agg:usdc', to: 'agg:eth', amount: hundredDollars }
  const request = buildSwapRequest(account, swap)
  await measureTimes(10, () => ask(service, 'quote', request))
  const times = await measureTimes(runs, () => ask(service, 'quote', request))
  const loaded = await measureUnderLoad(() => ask(service, 'quote', request))
  const { perSecond, seconds } = load
  const shared = `load, service, database and chains share ${availableParallelism()} cores`
  return [
    { what: 'quote, warm, p50', measured: computePercentile(times, 0.5), bar: 60, unit: 'ms' },
    { what: 'quote, warm, p99', measured: computePercentile(times, 0.99), bar: 250, unit: 'ms' },
    {
      what: `quote, ${perSecond} a second for ${seconds} s, p99 (${shared})`,
      measured: computePercentile(loaded, 0.99),
      bar: 250,
      unit: 'ms',
    },
  ]
}

/**
 * Sends requests on a fixed schedule, whether or not earlier ones were answered. Durations count from
 * the moment each request was due, so that a service that falls behind shows it.
 */
async function measureUnderLoad(task: () => Promise<unknown>): Promise<number[]> {
  const startedAt = performance.now()
  const answers: Promise<number>[] = []
  for (let sent = 0; sent < load.perSecond * load.seconds; sent += 1) {
    const dueAt = startedAt + (sent * 1_000) / load.perSecond
    await pause(Math.max(0, dueAt - performance.now()))
    // A refused request counts as never answered.
    answers.push(
      task().then(
        () => performance.now() - dueAt,
        () => Number.POSITIVE_INFINITY,
      ),
    )
  }
  return Promise.all(answers)
}
