import { newAccount, swapRequest } from './benchAccount.ts'
import type { BenchRow } from './benchReport.ts'
import { percentile, timesOf } from './benchSample.ts'
import { ask, type BenchService } from './benchService.ts'

const runs = 100
const hundredDollars = 100_000_000n

/** Quotes of a funded account with warm caches, one after the other. Goal: p50 within 60 ms. */
export async function benchQuotes(service: BenchService): Promise<BenchRow[]> {
  const account = await newAccount(service)
  const swap = { from: 'agg:usdc', to: 'agg:eth', amount: hundredDollars }
  const request = swapRequest(account, swap)
  await timesOf(10, () => ask(service, 'quote', request))
  const times = await timesOf(runs, () => ask(service, 'quote', request))
  return [
    { what: 'quote, warm, p50', measured: percentile(times, 0.5), bar: 60, unit: 'ms' },
    { what: 'quote, warm, p99', measured: percentile(times, 0.99), bar: 250, unit: 'ms' },
  ]
}
