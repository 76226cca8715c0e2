/** Runs jobs of one kind one after the other. */
export type Queue = <T>(job: () => Promise<T>) => Promise<T>

/**
 * Makes a queue: each job starts when the one before it has ended, well or badly. Whoever sends
 * transactions of one account goes through one queue, so that no two take the same nonce.
 */
export function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve()
  return (job) => {
    const result = last.then(job, job)
    last = result
    return result
  }
}
