/** Wakes everybody who waits, or lets them wake by themselves after a while. */
export type Signal = { wait: (timeoutMs: number) => Promise<void>; fire: () => void }

/** Makes a {@link Signal}. A `fire` while nobody waits is not remembered. */
export function createSignal(): Signal {
  const waiting = new Set<() => void>()
  return {
    wait: (timeoutMs) =>
      new Promise((resolve) => {
        const timer = setTimeout(done, timeoutMs)
        function done(): void {
          clearTimeout(timer)
          waiting.delete(done)
          resolve()
        }
        waiting.add(done)
      }),
    fire() {
      for (const wake of waiting) wake()
    },
  }
}
