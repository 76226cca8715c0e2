/** Thrown when work would have to wait too long; the work was not started. */
export class OverloadedError extends Error {
  override readonly name = 'OverloadedError'
}

/** Runs a limited number of tasks at a time; see {@link createFairLimiter}. */
export type FairLimiter = {
  /**
   * Runs the work as soon as a slot is free.
   *
   * @param who - The caller; the caller with the fewest running tasks goes first.
   * @throws OverloadedError when the work cannot start in time.
   */
  run: <Result>(work: () => Promise<Result>, who?: string) => Promise<Result>
  /** Number of tasks that wait for a slot. */
  getWaitingCount: () => number
}

type FairLimiterOptions = {
  /** Current number of slots; at least one. */
  slots: () => number
  /** Maximum number of running tasks of one caller; as many as there are slots by default. */
  each?: number
  /** Maximum expected time from the request to the end of queued work, milliseconds. */
  maxMs: number
}

type Waiting = { who: string; start: () => void; timer: ReturnType<typeof setTimeout> }

/** How much longer than average a task may take, as a factor. */
const maxSlowdown = 2

/** Weight of the newest duration in the moving average; about the last ten count. */
const newestWeight = 0.1

/**
 * Creates a limiter that queues work while all slots are taken. Work is rejected at once when, by
 * the average duration, it would finish after `maxMs`. Slots are shared fairly: a caller that
 * floods the queue only delays itself, and a caller with nothing queued or running is rejected only
 * when no slot becomes free in time.
 */
export function createFairLimiter({
  slots,
  each = Infinity,
  maxMs,
}: FairLimiterOptions): FairLimiter {
  const queue: Waiting[] = []
  const runningOf = new Map<string, number>()
  let running = 0
  let usualMs = 0

  return {
    getWaitingCount: () => queue.length,
    async run(work, who = '') {
      if (running >= slots() || getRunning(who) >= each) await waitForSlot(who)
      else enter(who)
      const startedAt = performance.now()
      try {
        return await work()
      } finally {
        usualMs += (performance.now() - startedAt - usualMs) * newestWeight
        leave(who)
      }
    },
  }

  function enter(who: string): void {
    running += 1
    runningOf.set(who, getRunning(who) + 1)
  }

  function getRunning(who: string): number {
    return runningOf.get(who) ?? 0
  }

  function waitForSlot(who: string): Promise<void> {
    const ahead = countAhead(queue, { who, getRunning })
    const own = queue.filter((one) => one.who === who).length
    const rounds = Math.max((ahead + 1) / slots(), (own + 1) / each)
    const expectedMs = (rounds + maxSlowdown) * usualMs
    const isNew = getRunning(who) === 0 && own === 0
    if (expectedMs > maxMs && !isNew)
      throw new OverloadedError(`It would take ${Math.ceil(expectedMs)} ms.`)
    return new Promise((resolve, reject) => {
      // Leaves time to run before `maxMs`, and at least half of it to wait: slow work of others
      // must not lock a caller out.
      const maxWaitMs = maxMs - Math.min((isNew ? 1 : maxSlowdown) * usualMs, maxMs / 2)
      const waiting: Waiting = {
        who,
        start: resolve,
        timer: setTimeout(() => {
          queue.splice(queue.indexOf(waiting), 1)
          reject(new OverloadedError(`No turn came in ${Math.ceil(maxWaitMs)} ms.`))
        }, maxWaitMs),
      }
      queue.push(waiting)
    })
  }

  /** Starts as many waiting tasks as there are free slots. */
  function leave(who: string): void {
    running -= 1
    const left = getRunning(who) - 1
    if (left > 0) runningOf.set(who, left)
    else runningOf.delete(who)
    while (running < slots()) {
      const [next] = queue.splice(findNext(queue, { getRunning, each }), 1)
      if (!next) return
      clearTimeout(next.timer)
      enter(next.who)
      next.start()
    }
  }
}

type Queue = readonly Waiting[]

/**
 * Counts the waiting tasks that run before one more of `who`: all of its own, and those of other
 * callers that leave them with no more running tasks than `who`.
 */
function countAhead(
  queue: Queue,
  of: { who: string; getRunning: (who: string) => number },
): number {
  const { who, getRunning } = of
  const waiting = new Map<string, number>()
  for (const one of queue) waiting.set(one.who, (waiting.get(one.who) ?? 0) + 1)
  const own = getRunning(who) + (waiting.get(who) ?? 0) + 1
  return [...waiting].reduce((sum, [other, count]) => {
    const first = other === who ? count : Math.max(0, own - getRunning(other))
    return sum + Math.min(count, first)
  }, 0)
}

/**
 * Returns the index of the longest waiting task of the caller with the fewest running tasks; beyond
 * the queue when no caller may start one.
 */
function findNext(
  queue: Queue,
  { getRunning, each }: { getRunning: (who: string) => number; each: number },
): number {
  const least = Math.min(...queue.map(({ who }) => getRunning(who)))
  const index = least < each ? queue.findIndex(({ who }) => getRunning(who) === least) : -1
  return index === -1 ? queue.length : index
}
