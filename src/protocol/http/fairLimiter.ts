/** Work that would have waited too long: it was not begun. */
export class OverloadedError extends Error {
  override readonly name = 'Overloaded'
}

/** Lets so many pieces of work run at a time; see {@link createFairLimiter}. */
export type FairLimiter = {
  /**
   * Runs the work when a lane is free.
   *
   * @param who - Whose work it is: who has less of it running goes first.
   * @throws Overloaded at once when that would take too long.
   */
  run: <Result>(work: () => Promise<Result>, who?: string) => Promise<Result>
  /** How much work waits for its turn. */
  getWaitingCount: () => number
}

type FairLimiterOptions = {
  /** How many pieces of work may run at a time now; never less than one. */
  lanes: () => number
  /** Longest time from asking to the end that is expected of work that waits. */
  maxMs: number
}

type Waiting = { who: string; start: () => void; timer: ReturnType<typeof setTimeout> }

/** How many times as long as usual work may take by itself. */
const maxSlowdown = 2

/** Weight of the newest duration in the average: about the last ten count. */
const newestWeight = 0.1

/**
 * Makes lanes: what comes while all are taken waits for its turn, and is refused when by the usual
 * duration of such work it would be done too late. So a crowd is told at once, and who is let in is
 * served soon. One who asks for more than the lanes carry fills them for himself alone: others have
 * their turn before his next, and are refused only when none comes.
 */
export function createFairLimiter({ lanes, maxMs }: FairLimiterOptions): FairLimiter {
  const queue: Waiting[] = []
  const runningOf = new Map<string, number>()
  let running = 0
  let usualMs = 0

  return {
    getWaitingCount: () => queue.length,
    async run(work, who = '') {
      if (running >= lanes()) await turn(who)
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
    runningOf.set(who, held(who) + 1)
  }

  function held(who: string): number {
    return runningOf.get(who) ?? 0
  }

  function turn(who: string): Promise<void> {
    const own = queue.filter((one) => one.who === who).length
    const ahead = countAhead(queue, { who, held })
    const expectedMs = ((ahead + 1) / lanes() + maxSlowdown) * usualMs
    const hasNothing = own === 0 && held(who) === 0
    if (expectedMs > maxMs && !hasNothing)
      throw new OverloadedError(`It would take ${Math.ceil(expectedMs)} ms.`)
    return new Promise((resolve, reject) => {
      // So that it is done in time when its turn comes; slow work of others shuts nobody out.
      const maxWaitMs = maxMs - Math.min((hasNothing ? 1 : maxSlowdown) * usualMs, maxMs / 2)
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

  /** As many go on as there are lanes now. */
  function leave(who: string): void {
    running -= 1
    const left = held(who) - 1
    if (left > 0) runningOf.set(who, left)
    else runningOf.delete(who)
    while (running < lanes()) {
      const [next] = queue.splice(findNext(queue, held), 1)
      if (!next) return
      clearTimeout(next.timer)
      enter(next.who)
      next.start()
    }
  }
}

type Queue = readonly Waiting[]

/** How much of what waits goes before one more of `who`: of others, what leaves them with no more than him. */
function countAhead(queue: Queue, of: { who: string; held: (who: string) => number }): number {
  const { who, held } = of
  const waiting = new Map<string, number>()
  for (const one of queue) waiting.set(one.who, (waiting.get(one.who) ?? 0) + 1)
  const his = held(who) + (waiting.get(who) ?? 0) + 1
  return [...waiting].reduce((sum, [other, count]) => {
    const first = other === who ? count : Math.max(0, his - held(other))
    return sum + Math.min(count, first)
  }, 0)
}

/** The place of whoever has the least running, of those the one who waits longest. */
function findNext(queue: Queue, held: (who: string) => number): number {
  const least = Math.min(...queue.map(({ who }) => held(who)))
  return Math.max(
    0,
    queue.findIndex(({ who }) => held(who) === least),
  )
}
