/** A caller's allowance, as sent in the `x-ratelimit-*` headers. */
export type Allowance = {
  limit: number
  remaining: number
  resetSeconds: number
  isExceeded: boolean
}

/** Units used by a caller. */
export type CallerUnits = { caller: string; units: number }

/**
 * Adds units to the counts of the current second shared by all processes.
 *
 * @returns Unix milliseconds of the shared clock, and each caller's total in that second.
 */
export type ShareCounts = (
  taken: readonly CallerUnits[],
) => Promise<{ atMs: number; totals: readonly CallerUnits[] }>

/** Counts requests in windows of one second; see {@link createRateLimit}. */
export type RateLimit = ReturnType<typeof createRateLimit>

const windowMs = 1000
/** Interval at which processes share counts; a caller can exceed the limit within it. */
const shareEveryMs = 100
/** Share of the limit below which counts stay local, so that a flood of many callers is cheap. */
const sharedFrom = 1 / 8

/** Counts of one second. */
type Window = {
  second: number
  counts: Map<string, number>
  /** Units not yet shared. */
  unshared: Map<string, number>
  near: Set<string>
}

/**
 * Creates a rate limiter with fixed windows of one second. Requests cost one or more units. A
 * caller with any allowance left is admitted, so a small limit blocks no endpoint entirely. Limiters
 * for PostgreSQL ask the database about every request, which would make pages wait for it, and cost
 * thirty times the CPU.
 *
 * @param options.now - Unix milliseconds, for tests.
 * @param options.share - Shares counts between processes and provides their clock; without it, or
 *   while it fails, each process counts for itself.
 */
export function createRateLimit(
  options: { now?: (() => number) | undefined; share?: ShareCounts | undefined } = {},
) {
  const { now = Date.now, share } = options
  let aheadMs = 0
  let window = openWindow(Number.NaN)
  let timer: NodeJS.Timeout | undefined

  function currentWindow(): Window {
    const second = Math.floor((now() + aheadMs) / windowMs)
    if (second !== window.second) window = openWindow(second)
    return window
  }

  async function shareNow(): Promise<void> {
    const current = currentWindow()
    const taken = [...current.near].flatMap((caller) => {
      const units = current.unshared.get(caller) ?? 0
      return units > 0 ? [{ caller, units }] : []
    })
    for (const { caller } of taken) current.unshared.delete(caller)
    if (!share || taken.length === 0) return
    const { atMs, totals } = await share(taken)
    aheadMs = atMs - now()
    // The window has passed, here or on the shared clock.
    if (window !== current || Math.floor(atMs / windowMs) !== current.second) return
    for (const { caller, units } of totals) {
      const known = units + (current.unshared.get(caller) ?? 0)
      current.counts.set(caller, Math.max(known, current.counts.get(caller) ?? 0))
    }
  }

  function schedule(): void {
    timer ??= setTimeout(() => {
      // Without a response this process keeps counting for itself.
      void shareNow()
        .catch(() => undefined)
        .finally(() => (timer = undefined))
    }, shareEveryMs).unref()
  }

  return {
    /** Counts one request of a caller with this limit per second. */
    take(caller: string, limit: number, units = 1): Allowance {
      const { counts, unshared, near } = currentWindow()
      const before = counts.get(caller) ?? 0
      const isExceeded = before >= limit
      const count = isExceeded ? before : before + units
      counts.set(caller, count)
      if (share && !isExceeded) {
        unshared.set(caller, (unshared.get(caller) ?? 0) + units)
        if (count >= limit * sharedFrom) {
          near.add(caller)
          schedule()
        }
      }
      return { limit, remaining: Math.max(0, limit - count), resetSeconds: 1, isExceeded }
    },
    /** Shares the counts now. */
    shareNow,
    stop: () => clearTimeout(timer),
  }
}

function openWindow(second: number): Window {
  return { second, counts: new Map(), unshared: new Map(), near: new Set() }
}
