import { performance } from 'node:perf_hooks'

import { createFairLimiter } from '#protocol/http/fairLimiter.ts'
import type { EndpointName } from '#protocol/http/endpoints.ts'

/** Lets requests in as long as they can be served soon; see {@link createAdmission}. */
export type AdmissionControl = ReturnType<typeof createAdmission>

/**
 * What costs this process milliseconds of computing each, and what nothing is lost by refusing. Calls
 * are simulated for longer than quotes take: neither kind waits behind the other.
 */
const kindOf: ReadonlyMap<EndpointName, 'quotes' | 'calls'> = new Map([
  ['quote', 'quotes'],
  ['quoteV1', 'quotes'],
  ['prepareCallQuote', 'calls'],
  ['prepareCallQuoteV1', 'calls'],
  ['callQuote', 'calls'],
  ['callQuoteV1', 'calls'],
])

/**
 * Quotes at a time. Those that wait for chains keep nobody waiting, so that many may; those that compute
 * do, so that there are fewer of them while the process is behind. Of calls half as many.
 */
const quotesAtATime = { least: 3, most: 64 }
/**
 * So late do timers fire when there is more to compute than this process can. It takes one new connection
 * in each turn of its event loop: long turns keep everybody waiting at the door, and health checks too.
 */
const busyLagMs = 10
/** Late timers alone may be due to others on the same machine: only a loop that never rests is behind. */
const busyShare = 0.9
const checkEveryMs = 20
/** A quote that has to wait is done within this time, and with its way to and fro answered within a second. */
const defaultMaxMs = 750

/**
 * Makes what lets requests in. Quotes go last: they wait for their turn, and those that would not be
 * answered within a second are refused at once. Whatever else is asked (status, execute-quote) begins at
 * once, as do executions under way; when the process falls behind, fewer quotes compute beside them.
 * Clients take turns, so that one who asks without end is refused and the others are not.
 *
 * @param maxMs - Longest time from asking to the answer of what has to wait.
 * @returns `run` throws `Overloaded` instead of doing the work.
 */
export function createAdmission(maxMs = defaultMaxMs) {
  let atATime = quotesAtATime.most
  let lookedAt = performance.now()
  let used = performance.eventLoopUtilization()
  const lanes = {
    quotes: createFairLimiter({ lanes: () => Math.floor(atATime), maxMs }),
    calls: createFairLimiter({ lanes: () => Math.ceil(atATime / 2), maxMs }),
  }
  const look = setInterval(() => {
    const now = performance.now()
    const { utilization } = performance.eventLoopUtilization(used)
    const isBusy = now - lookedAt - checkEveryMs > busyLagMs && utilization > busyShare
    const { least, most } = quotesAtATime
    atATime = isBusy ? Math.max(least, atATime * 0.8) : Math.min(most, atATime * 1.1)
    lookedAt = now
    used = performance.eventLoopUtilization()
  }, checkEveryMs).unref()
  return {
    async run<Answer>(
      { name, who }: { name: EndpointName; who: string },
      work: () => Promise<Answer>,
    ): Promise<Answer> {
      const kind = kindOf.get(name)
      return kind ? lanes[kind].run(work, who) : work()
    },
    stop: () => clearInterval(look),
  }
}
