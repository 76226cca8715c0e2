/** Wakes everybody who waits, or lets them wake by themselves after a while. */
export type Condition = {
  wait: (timeoutMs: number) => Promise<void>
  fire: () => void
  /** Wakes everybody, and nobody waits any more from now on: for those who stop. */
  end: () => void
}

/** Makes a {@link Condition}. A `fire` while nobody waits is not remembered, an `end` is. */
export function createCondition(): Condition {
  const waiting = new Set<() => void>()
  let isOver = false
  function fire(): void {
    for (const wake of waiting) wake()
  }
  return {
    wait: (timeoutMs) =>
      new Promise((resolve) => {
        if (isOver) return resolve()
        const timer = setTimeout(done, timeoutMs)
        function done(): void {
          clearTimeout(timer)
          waiting.delete(done)
          resolve()
        }
        waiting.add(done)
      }),
    fire,
    end() {
      isOver = true
      fire()
    },
  }
}
