/** Limits how many tasks run at a time; the others wait in order of arrival. */
export type Semaphore = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * Creates a semaphore. Waiting tasks hold no resources.
 *
 * @param places - Most tasks that run at a time.
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
      // Pass the place on to the next task, or free it.
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
