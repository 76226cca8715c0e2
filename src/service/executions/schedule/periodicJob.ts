/** A task that runs in rounds, one after the other, until it is stopped. */
export type PeriodicJob = {
  start: () => void
  /** Resolves when the current round is over. */
  stop: () => Promise<void>
  /** Starts the next round now, or right after the current one. */
  wake: () => void
  /** Milliseconds since the last round began. */
  sinceRoundMs: () => number
}

/** Longest wait after failures; what has come back should not wait for long. */
const longestSpreadMs = 500

/** Passed to each round. */
export type Round = { isStopped: () => boolean }

/**
 * Creates a {@link PeriodicJob}.
 *
 * @param options.run - One round. It may return the milliseconds until the next one.
 * @param options.everyMs - Milliseconds from the end of a round to the next one. Rounds that fail
 *   one after the other are spread, up to half a second, as each one is logged.
 * @param options.onError - Called with the error a round throws.
 */
export function createPeriodicJob(options: {
  run: (round: Round) => Promise<number | undefined>
  everyMs: number
  onError: (error: unknown) => void
}): PeriodicJob {
  const pause = createCondition()
  const state = {
    isStopped: false,
    isWoken: false,
    roundMs: performance.now(),
    running: Promise.resolve(),
  }

  const round = { isStopped: () => state.isStopped }

  async function loop(): Promise<void> {
    let failures = 0
    while (!state.isStopped) {
      state.isWoken = false
      state.roundMs = performance.now()
      let nextMs: number | undefined
      try {
        nextMs = await options.run(round)
        failures = 0
      } catch (error) {
        options.onError(error)
        failures += 1
      }
      const spreadMs = failures > 0 ? Math.min(longestSpreadMs, options.everyMs * 2 ** failures) : 0
      if (!state.isWoken) await pause.wait(nextMs ?? Math.max(options.everyMs, spreadMs))
    }
  }

  return {
    start() {
      state.running = loop()
    },
    async stop() {
      state.isStopped = true
      pause.end()
      await state.running
    },
    wake() {
      state.isWoken = true
      pause.fire()
    },
    sinceRoundMs: () => performance.now() - state.roundMs,
  }
}

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
