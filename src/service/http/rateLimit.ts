/** What is left of a caller's allowance: goes into the `x-ratelimit-*` headers. */
export type Allowance = {
  limit: number
  remaining: number
  resetSeconds: number
  isExceeded: boolean
}

/** Counts what callers ask in windows of one second; see {@link createRateLimit}. */
export type RateLimit = ReturnType<typeof createRateLimit>

const windowMs = 1000

/**
 * Counts what callers ask in fixed windows of one second, in the memory of this process: most requests
 * for one unit, those that cost more to answer for several. Who has a unit left is let in, so that a
 * small limit keeps nobody from anything.
 *
 * @param now - Milliseconds of a clock that only goes forward; a value in tests.
 */
export function createRateLimit(now: () => number = () => performance.now()) {
  let windowStart = Number.NEGATIVE_INFINITY
  let counts = new Map<string, number>()

  return {
    /** Counts one request of `caller`, who may ask for `limit` units in a second. */
    take(caller: string, limit: number, units = 1): Allowance {
      const passed = now() - windowStart
      if (passed >= windowMs) {
        windowStart = now()
        counts = new Map()
      }
      const before = counts.get(caller) ?? 0
      const isExceeded = before >= limit
      const count = isExceeded ? before : before + units
      counts.set(caller, count)
      return { limit, remaining: Math.max(0, limit - count), resetSeconds: 1, isExceeded }
    },
  }
}
