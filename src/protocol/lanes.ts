/** Work that would have waited too long: it was not begun. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded'
}

/** Lets so many pieces of work run at a time; see {@link createLanes}. */
export type Lanes = {
  /** Runs the work when a lane is free. @throws Overloaded at once when that would take too long. */
  run: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** How much work waits for its turn. */
  waiting: () => number
}

type Waiting = { start: () => void; timer: ReturnType<typeof setTimeout> }

/** Weight of the newest duration in the average: about the last ten count. */
const newestWeight = 0.1

/**
 * Makes lanes: what comes while all are taken waits for its turn, and is refused when by the usual
 * duration of such work it would be done too late. So a crowd is told at once, and who is let in is
 * served soon.
 *
 * @param options.lanes - Gives how many pieces of work may run at a time now; never less than one.
 * @param options.mostMs - Longest time from asking to the end that is expected of work that waits.
 */
export function createLanes({ lanes, mostMs }: { lanes: () => number; mostMs: number }): Lanes {
  const queue: Waiting[] = []
  let running = 0
  let usualMs = 0

  return {
    waiting: () => queue.length,
    async run(work) {
      if (running >= lanes()) await turn()
      else running += 1
      const startedAt = performance.now()
      try {
        return await work()
      } finally {
        usualMs += (performance.now() - startedAt - usualMs) * newestWeight
        leave()
      }
    },
  }

  function turn(): Promise<void> {
    const expectedMs = ((queue.length + 1) / lanes() + 1) * usualMs
    if (expectedMs > mostMs) throw new Overloaded(`It would take ${Math.ceil(expectedMs)} ms.`)
    return new Promise((resolve, reject) => {
      // So that it is done in time when its turn comes.
      const mostWaitMs = mostMs - usualMs
      const waiting: Waiting = {
        start: resolve,
        timer: setTimeout(() => {
          queue.splice(queue.indexOf(waiting), 1)
          reject(new Overloaded(`No turn came in ${Math.ceil(mostWaitMs)} ms.`))
        }, mostWaitMs),
      }
      queue.push(waiting)
    })
  }

  /** Those who wait longest go on, as many as there are lanes now. */
  function leave(): void {
    running -= 1
    for (const next of queue.splice(0, Math.max(0, lanes() - running))) {
      clearTimeout(next.timer)
      running += 1
      next.start()
    }
  }
}
