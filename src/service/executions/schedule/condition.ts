/** Wakes all waiting callers; each also wakes by itself after its timeout. */
export type Condition = {
  wait: (timeoutMs: number) => Promise<void>
  fire: () => void
  /** Wakes all waiting callers for good: from now on `wait` resolves at once. */
  end: () => void
}

/** Creates a {@link Condition}. A `fire` while nobody waits is not remembered; an `end` is. */
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
