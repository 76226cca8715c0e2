/** Lets so many pieces of work through at a time, the others in the order in which they came. */
export type Semaphore = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * Makes a turnstile: whoever waits, waits in memory and holds nothing.
 *
 * @param places - How many are inside at most.
 */
export function createSemaphore(places: number): Semaphore {
  const waiting: (() => void)[] = []
  let free = places
  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // The place goes to the next one, and is free only when there is none.
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
