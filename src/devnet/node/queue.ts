/** Runs jobs one after the other. */
export type JobQueue = <T>(job: () => Promise<T>) => Promise<T>

/**
 * Creates a queue: each job starts when the previous one has settled. Transactions of one account
 * go through one queue, so that no two take the same nonce.
 */
export function createQueue(): JobQueue {
  let last: Promise<unknown> = Promise.resolve()
  return (job) => {
    const result = last.then(job, job)
    last = result
    return result
  }
}
