/**
 * The service's word moves the clock ahead by no more than this: the end of every signature is held
 * against it, and a service that says it is next year could ask for one that is good until then.
 */
const maxAheadMs = 2 * 60 * 60 * 1000

/** A clock that follows the service's, so that quotes expire on screen when they expire there. */
export type ServerClock = {
  /** Milliseconds since the epoch on the service's clock; the own clock until it has answered. */
  nowMs: () => number
  /** How far the service's clock is ahead of the own one, in milliseconds. */
  skewMs: () => number
  /** Learns from the `Date` header of an answer; one without a readable date teaches nothing. */
  update: (answer: { date: string | null; sentAtMs: number; receivedAtMs: number }) => void
}

/**
 * A clock corrected by the `Date` headers of answers.
 *
 * A header has whole seconds, so each answer only narrows the range in which the skew lies; answers
 * that contradict the range (a clock was set) start it over.
 *
 * @param ownNowMs - The own clock, in milliseconds since the epoch.
 */
export function createServerClock(ownNowMs: () => number = Date.now): ServerClock {
  let range: { low: number; high: number } | undefined

  function skewMs(): number {
    return range ? Math.round((range.low + range.high) / 2) : 0
  }

  return {
    nowMs: () => ownNowMs() + Math.min(skewMs(), maxAheadMs),
    skewMs,
    update({ date, sentAtMs, receivedAtMs }) {
      const dateMs = date === null ? Number.NaN : Date.parse(date)
      if (Number.isNaN(dateMs)) return
      const low = dateMs - receivedAtMs
      const high = dateMs + 1000 - sentAtMs
      const both = range && { low: Math.max(low, range.low), high: Math.min(high, range.high) }
      range = both && both.low <= both.high ? both : { low, high }
    },
  }
}
