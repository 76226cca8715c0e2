/** What is left of a caller's allowance: goes into the `x-ratelimit-*` headers. */
export type Allowance = {
  limit: number
  remaining: number
  resetSeconds: number
  isExceeded: boolean
}

/** Units that a caller has taken. */
export type CallerUnits = { caller: string; units: number }

/**
 * Adds units to what all processes have counted in this second.
 *
 * @returns The time of what counts, in Unix milliseconds, and what each caller has in its second.
 */
export type ShareCounts = (
  taken: readonly CallerUnits[],
) => Promise<{ atMs: number; totals: readonly CallerUnits[] }>

/** Counts what callers ask in windows of one second; see {@link createRateLimit}. */
export type RateLimit = ReturnType<typeof createRateLimit>

const windowMs = 1000
/** How often processes tell each other what they have counted: each may let in what comes meanwhile. */
const shareEveryMs = 100
/** Who is far from a limit is counted by each process alone: a flood of many callers stays cheap. */
const sharedFrom = 1 / 8

/** What one second has seen. */
type Window = {
  second: number
  counts: Map<string, number>
  /** Not told to others yet. */
  untold: Map<string, number>
  near: Set<string>
}

/**
 * Counts what callers ask in seconds of the clock: most requests for one unit, those that cost more to
 * answer for several. Who has a unit left is let in, so that a small limit keeps nobody from anything.
 *
 * @param options.now - Unix milliseconds; a value in tests.
 * @param options.share - Shares what is counted with other processes, by whose clock the seconds go then;
 *   absent, or while it fails, this process counts for itself.
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

  async function tell(): Promise<void> {
    const told = currentWindow()
    const taken = [...told.near].flatMap((caller) => {
      const units = told.untold.get(caller) ?? 0
      return units > 0 ? [{ caller, units }] : []
    })
    for (const { caller } of taken) told.untold.delete(caller)
    if (!share || taken.length === 0) return
    const { atMs, totals } = await share(taken)
    aheadMs = atMs - now()
    // Of another second by now, or by the other clock: it says nothing of this one.
    if (window !== told || Math.floor(atMs / windowMs) !== told.second) return
    for (const { caller, units } of totals) {
      const known = units + (told.untold.get(caller) ?? 0)
      told.counts.set(caller, Math.max(known, told.counts.get(caller) ?? 0))
    }
  }

  function schedule(): void {
    timer ??= setTimeout(() => {
      // Without an answer this process counts for itself, as before.
      void tell()
        .catch(() => undefined)
        .finally(() => (timer = undefined))
    }, shareEveryMs).unref()
  }

  return {
    /** Counts one request of `caller`, who may ask for `limit` units in a second. */
    take(caller: string, limit: number, units = 1): Allowance {
      const { counts, untold, near } = currentWindow()
      const before = counts.get(caller) ?? 0
      const isExceeded = before >= limit
      const count = isExceeded ? before : before + units
      counts.set(caller, count)
      if (share && !isExceeded) {
        untold.set(caller, (untold.get(caller) ?? 0) + units)
        if (count >= limit * sharedFrom) {
          near.add(caller)
          schedule()
        }
      }
      return { limit, remaining: Math.max(0, limit - count), resetSeconds: 1, isExceeded }
    },
    /** Tells others at once what was counted. */
    tell,
    stop: () => clearTimeout(timer),
  }
}

function openWindow(second: number): Window {
  return { second, counts: new Map(), untold: new Map(), near: new Set() }
}
