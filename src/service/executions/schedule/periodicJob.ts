import { createCondition } from './condition.ts'

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

/** Passed to each round. */
export type Round = { isStopped: () => boolean }

/**
 * Creates a {@link PeriodicJob}.
 *
 * @param options.run - One round. It may return the milliseconds until the next one.
 * @param options.everyMs - Milliseconds from the end of a round to the next one, also after an
 *   error.
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
    while (!state.isStopped) {
      state.isWoken = false
      state.roundMs = performance.now()
      const nextMs = await options.run(round).catch((error: unknown) => {
        options.onError(error)
        return undefined
      })
      if (!state.isWoken) await pause.wait(nextMs ?? options.everyMs)
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
