import type { SettlementChain } from '#chains/ports/settlementChain.ts'
import type { OnFailpoint } from '#service/executions/plan/failpoint.ts'

/** Where an execution is held, before its transaction is tried and signed, or after. */
export type Stop = { at: 'deposit' | 'grant' | 'fill'; when: 'before sign' | 'after sign' }

/** Executions that are held one by one while something happens to them. */
export type Stops = {
  onFailpoint: OnFailpoint
  /** Resolves when an execution has come to where it is held from now on: until it is let go. */
  hold(quoteId: string, stop: Stop): Promise<void>
  letGo(quoteId: string): void
  letAllGo(): void
  /**
   * Whether nothing may be sent now: something is held after it was signed, and the worker's own
   * reconciling, every few seconds, would send it.
   */
  holdsSends(): boolean
}

/**
 * Makes a place to hold executions at. What is held before it is signed is tried again and again;
 * after that its turn is held too, for the next turn would send what is signed.
 */
export function createStops(): Stops {
  const stops = new Map<string, Stop & { reached: () => void; over: Promise<void> }>()
  const ends = new Map<string, () => void>()
  const signing = new Set<string>()
  function letGo(quoteId: string): void {
    stops.delete(quoteId)
    signing.delete(quoteId)
    ends.get(quoteId)?.()
  }
  return {
    async onFailpoint(failpoint, about, { plan }) {
      const stop = stops.get(plan.quoteId)
      if (stop?.at !== about) return
      // From before its bytes are stored on: they are read from there.
      if (stop.when === 'after sign') signing.add(plan.quoteId)
      if (stop.when !== failpoint) return
      stop.reached()
      if (stop.when === 'after sign') await stop.over
      throw new Error(`${about} of ${plan.quoteId} is held.`)
    },
    hold: (quoteId, stop) =>
      new Promise((reached) => {
        const over = new Promise<void>((end) => ends.set(quoteId, end))
        stops.set(quoteId, { ...stop, reached, over })
      }),
    letGo,
    holdsSends: () => signing.size > 0,
    letAllGo: () => {
      for (const quoteId of stops.keys()) letGo(quoteId)
    },
  }
}

/** The same chain; while sends are held, what is sent gets no answer and does not arrive. */
export function holdSends(chain: SettlementChain, areHeld: () => boolean): SettlementChain {
  return {
    ...chain,
    ...(chain.executorChains && {
      executorChains: chain.executorChains.map((one) => holdSends(one, areHeld)),
    }),
    broadcast: async (raw) => (areHeld() ? 'no answer' : chain.broadcast(raw)),
  }
}
