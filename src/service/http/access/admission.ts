import { performance } from 'node:perf_hooks'

import { createFairLimiter } from '#protocol/http/fairLimiter.ts'
import type { EndpointName } from '#protocol/http/endpoints.ts'

/** Admits requests while they can be served soon; see {@link createAdmission}. */
export type AdmissionControl = ReturnType<typeof createAdmission>

/**
 * Endpoints that cost milliseconds of CPU and that can be refused without loss. Calls take longer
 * to simulate than quotes, so each kind has its own queue.
 */
const kindOf: ReadonlyMap<EndpointName, 'quotes' | 'calls'> = new Map([
  ['quote', 'quotes'],
  ['indicativeQuote', 'quotes'],
  ['quoteV1', 'quotes'],
  ['prepareCallQuote', 'calls'],
  ['prepareCallQuoteV1', 'calls'],
  ['callQuote', 'calls'],
  ['callQuoteV1', 'calls'],
])

/**
 * Concurrent quotes: many while they wait for chains, few while the process is behind and they
 * compete for CPU. Half as many calls.
 */
const quoteSlots = { min: 3, max: 64 }
/**
 * Timer lag at which the process is overloaded. It accepts one connection per turn of the event
 * loop, so long turns delay all new connections, health checks included.
 */
const busyLagMs = 10
/** Timer lag alone can be caused by other processes; overload also needs a busy event loop. */
const busyShare = 0.9
const checkEveryMs = 20
/** Maximum time for a queued quote; leaves room for the response within one second. */
const defaultMaxMs = 750

/**
 * Creates the admission control. Quotes have the lowest priority: they queue, and those that would
 * not be answered within a second are refused at once. Everything else (status, execute-quote)
 * starts at once, as do executions under way; when the process falls behind, fewer quotes run
 * beside them. The queue is fair, so only a flooding client is refused. @fastify/under-pressure would refuse
 * everyone everything, executions and health checks included.
 *
 * @param maxMs - Maximum time from request to response for queued work.
 * @returns `run` throws `OverloadedError` instead of running the work.
 */
export function createAdmission(maxMs = defaultMaxMs) {
  let slots: number = quoteSlots.max
  let checkedAt = performance.now()
  let used = performance.eventLoopUtilization()
  const limiters = {
    quotes: createFairLimiter({ slots: () => Math.floor(slots), maxMs }),
    calls: createFairLimiter({ slots: () => Math.ceil(slots / 2), maxMs }),
  }
  const monitor = setInterval(() => {
    const now = performance.now()
    const { utilization } = performance.eventLoopUtilization(used)
    const isBusy = now - checkedAt - checkEveryMs > busyLagMs && utilization > busyShare
    const { min, max } = quoteSlots
    slots = isBusy ? Math.max(min, slots * 0.8) : Math.min(max, slots * 1.1)
    checkedAt = now
    used = performance.eventLoopUtilization()
  }, checkEveryMs).unref()
  return {
    async run<Answer>(
      { name, who }: { name: EndpointName; who: string },
      work: () => Promise<Answer>,
    ): Promise<Answer> {
      const kind = kindOf.get(name)
      return kind ? limiters[kind].run(work, who) : work()
    },
    stop: () => clearInterval(monitor),
  }
}
