/** What is left of a caller's allowance: goes into the `x-ratelimit-*` headers. */
export type Allowance = {
  limit: number
  remaining: number
  resetSeconds: number
  isExceeded: boolean
}

/** Counts requests per caller in windows of one second; see {@link createRateLimit}. */
export type RateLimit = ReturnType<typeof createRateLimit>

const windowMs = 1000

/**
 * Counts requests per caller in fixed windows of one second, in the memory of this process.
 *
 * @param now - Milliseconds of a clock that only goes forward; a value in tests.
 */
export function createRateLimit(now: () => number = () => performance.now()) {
  let windowStart = Number.NEGATIVE_INFINITY
  let counts = new Map<string, number>()

  return {
    /** Counts one request of `caller`, who may make `limit` in a second. */
    take(caller: string, limit: number): Allowance {
      const passed = now() - windowStart
      if (passed >= windowMs) {
        windowStart = now()
        counts = new Map()
      }
      const count = (counts.get(caller) ?? 0) + 1
      counts.set(caller, count)
      return {
        limit,
        remaining: Math.max(0, limit - count),
        resetSeconds: 1,
        isExceeded: count > limit,
      }
    },
  }
}
