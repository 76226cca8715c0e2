import type { SettlementChain } from '#chains/ports/settlementChain.ts'
import type { OnFailpoint } from '#service/executions/plan/failpoint.ts'

/** Where an execution is held: before its transaction is simulated and signed, or after. */
export type Stop = { at: 'deposit' | 'grant' | 'fill'; when: 'before sign' | 'after sign' }

/** Holds executions one by one while a test injects a fault. */
export type Stops = {
  onFailpoint: OnFailpoint
  /** Holds an execution at a stop until it is let go; resolves when it is reached. */
  hold(quoteId: string, stop: Stop): Promise<void>
  letGo(quoteId: string): void
  /**
   * Ends the ticks that wait after signing. What is held before signing stays held: a tick under way would
   * sign else, with a nonce that the test is about to use.
   */
  endTicks(): void
  /**
   * Whether nothing may be sent now: an execution is held after signing, and the worker's periodic
   * reconciliation would send its transaction.
   */
  holdsSends(): boolean
}

/**
 * Creates {@link Stops}. An execution held before signing fails its tick and is retried; one held
 * after signing keeps its tick waiting, as the next tick would send the transaction.
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
      // Sends are held from before the transaction is stored, as reconciliation reads it there.
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
    endTicks: () => {
      for (const [quoteId, { when }] of stops) if (when === 'after sign') letGo(quoteId)
    },
  }
}

/** Wraps a chain so that broadcasts are dropped without an answer while sends are held. */
export function holdSends(chain: SettlementChain, areHeld: () => boolean): SettlementChain {
  return {
    ...chain,
    ...(chain.executorChains && {
      executorChains: chain.executorChains.map((one) => holdSends(one, areHeld)),
    }),
    broadcast: async (raw) => (areHeld() ? 'no answer' : chain.broadcast(raw)),
  }
}
