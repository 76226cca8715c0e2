import { createLanes } from '#protocol/lanes.ts'
import type { EndpointName } from '#protocol/endpoints.ts'

/** Lets requests in as long as they can be served soon; see {@link createAdmission}. */
export type Admission = ReturnType<typeof createAdmission>

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
 * Quotes at a time. Those that compute keep each other waiting, so that few are enough; those that wait
 * for distant chains need more.
 */
const quotesAtATime = { least: 3, first: 12, most: 64 }
/** So late do timers fire when there is more to compute than this process can. */
const busyLagMs = 25
const lookEveryMs = 20
/** A quote that is let in is answered within this time. */
const mostMs = 1_000

/**
 * Makes what lets requests in. Quotes go last: they wait for their turn, and those that would not be
 * answered within a second are refused at once. Whatever else is asked (status, execute-quote) begins at
 * once, as do executions under way; when the process falls behind, fewer quotes compute beside them.
 *
 * @returns `run` throws `Overloaded` instead of doing the work.
 */
export function createAdmission() {
  let atATime = quotesAtATime.first
  let lookedAt = performance.now()
  const lanes = {
    quotes: createLanes({ lanes: () => Math.floor(atATime), mostMs }),
    calls: createLanes({ lanes: () => Math.ceil(atATime / 4), mostMs }),
  }
  const look = setInterval(() => {
    const now = performance.now()
    const isBusy = now - lookedAt - lookEveryMs > busyLagMs
    const { least, first, most } = quotesAtATime
    if (isBusy) atATime = Math.max(least, atATime * 0.8)
    else if (lanes.quotes.waiting() + lanes.calls.waiting() > 0)
      atATime = Math.min(most, atATime * 1.1)
    else atATime += (first - atATime) / 50
    lookedAt = now
  }, lookEveryMs).unref()
  return {
    async run<Answer>(name: EndpointName, work: () => Promise<Answer>): Promise<Answer> {
      const kind = kindOf.get(name)
      return kind ? lanes[kind].run(work) : work()
    },
    stop: () => clearInterval(look),
  }
}
