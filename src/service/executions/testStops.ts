import type { OnBoundary } from './boundary.ts'

/** Where an execution is held, before its transaction is tried and signed, or after. */
export type Stop = { at: 'deposit' | 'grant' | 'fill'; when: 'before sign' | 'after sign' }

/** Executions that are held one by one while something happens to them. */
export type Stops = {
  onBoundary: OnBoundary
  /** Resolves when an execution has come to where it is held from now on: until it is let go. */
  hold(quoteId: string, stop: Stop): Promise<void>
  letGo(quoteId: string): void
  letAllGo(): void
}

/** Makes a place to hold executions at. The worker tries what is held again and again. */
export function createStops(): Stops {
  const stops = new Map<string, Stop & { reached: () => void }>()
  return {
    onBoundary(boundary, about, { plan }) {
      const stop = stops.get(plan.quoteId)
      if (stop?.when !== boundary || stop.at !== about) return
      stop.reached()
      throw new Error(`${about} of ${plan.quoteId} is held.`)
    },
    hold: (quoteId, stop) =>
      new Promise((reached) => {
        stops.set(quoteId, { ...stop, reached })
      }),
    letGo: (quoteId) => {
      stops.delete(quoteId)
    },
    letAllGo: () => {
      stops.clear()
    },
  }
}
