/** Work that would have waited too long: it was not begun. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded'
}

/** Lets so many pieces of work run at a time; see {@link createLanes}. */
export type Lanes = {
  /** Runs the work when a lane is free. @throws Overloaded at once when that would take too long. */
  run: <Result>(work: () => Promise<Result>) => Promise<Result>
}

type Waiting = { start: () => void; timer: ReturnType<typeof setTimeout> }

/** Weight of the newest duration in the average: about the last ten count. */
const newestWeight = 0.1

/**
 * Makes lanes: what comes while all are taken waits for its turn, and is refused when by the usual
 * duration of such work its turn would come too late. So a crowd is told at once, and who is let in is
 * served soon.
 *
 * @param options.lanes - Pieces of work at a time.
 * @param options.mostWaitMs - Longest wait for a turn.
 */
export function createLanes({ lanes, mostWaitMs }: { lanes: number; mostWaitMs: number }): Lanes {
  const queue: Waiting[] = []
  let running = 0
  let usualMs = 0

  return {
    async run(work) {
      if (running >= lanes) await turn()
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
    const expectedMs = ((queue.length + 1) * usualMs) / lanes
    if (expectedMs > mostWaitMs)
      throw new Overloaded(`A turn would come in ${Math.ceil(expectedMs)} ms.`)
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        start: resolve,
        timer: setTimeout(() => {
          queue.splice(queue.indexOf(waiting), 1)
          reject(new Overloaded(`No turn came in ${mostWaitMs} ms.`))
        }, mostWaitMs),
      }
      queue.push(waiting)
    })
  }

  /** Hands the lane to whoever waits longest. */
  function leave(): void {
    const next = queue.shift()
    if (!next) {
      running -= 1
      return
    }
    clearTimeout(next.timer)
    next.start()
  }
}
