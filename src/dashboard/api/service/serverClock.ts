/**
 * Maximum time the service can move the clock ahead. Deadlines of signatures are checked against
 * this clock, so a service that claims it is next year could get a signature that is valid until
 * then.
 */
const maxAheadMs = 2 * 60 * 60 * 1000

/** A clock that follows the service's, so that quotes expire on screen when they do there. */
export type ServerClock = {
  /**
   * Unix milliseconds on the service's clock; on the local clock until the service has answered.
   */
  nowMs: () => number
  /** How far the service's clock is ahead of the local one, milliseconds. */
  skewMs: () => number
  /** Updates the skew from an answer's `Date` header; ignores missing and invalid dates. */
  update: (answer: { date: string | null; sentAtMs: number; receivedAtMs: number }) => void
}

/**
 * Creates a clock that is corrected by the `Date` headers of answers.
 *
 * Headers have whole seconds, so each answer narrows the range of possible skews; an answer that
 * contradicts the range (a clock was adjusted) restarts it.
 *
 * @param ownNowMs - The local clock, Unix milliseconds.
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
