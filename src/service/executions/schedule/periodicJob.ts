import { createCondition } from './condition.ts'

/** A task that runs again and again, one round after the other, until it is stopped. */
export type PeriodicJob = {
  start: () => void
  /** Resolves when the round that runs is over. */
  stop: () => Promise<void>
  /** Begins the next round now, or after the one that runs. */
  wake: () => void
  /** Milliseconds since the last round began. */
  sinceRoundMs: () => number
}

/** What a round may ask. */
export type Round = { isStopped: () => boolean }

/**
 * Makes a {@link PeriodicJob}.
 *
 * @param options.run - One round. It may give the milliseconds until the next one.
 * @param options.everyMs - Milliseconds from the end of a round to the next one, also after an error.
 * @param options.onError - Called with what a round throws.
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
