import type { BroadcastResult } from '#chains/ports/settlementChain.ts'
import type { WorkerMemory } from './memory.ts'

/**
 * Blocks in which a node refuses the same bytes before they are given up. One may be chance, for a
 * transaction that stood in the way is mined with the next; all that have a later nonce of the same
 * key wait for as long.
 */
const maxBroadcastErrors = 3

/** Where blocks are faster they count as this long: a provider may be out of sorts for a moment. */
const minBlockMs = 1_000

type BroadcastErrors = Pick<WorkerMemory, 'broadcastErrors'>

/** Remembers what a node said to bytes. */
export function recordAnswer(
  { broadcastErrors }: BroadcastErrors,
  { hash, answer, blockMs }: { hash: string; answer: BroadcastResult; blockMs: number },
): void {
  const now = performance.now()
  const before = broadcastErrors.get(hash)
  if (answer === 'taken') broadcastErrors.delete(hash)
  else if (before?.answer !== answer)
    broadcastErrors.set(hash, { answer, sinceMs: now, countedMs: now, times: 1 })
  else if (now - before.countedMs >= Math.max(blockMs, minBlockMs))
    broadcastErrors.set(hash, { ...before, countedMs: now, times: before.times + 1 })
}

/** Whether bytes were refused so often that their nonce has to be used up by something else. */
export function isGivenUp({ broadcastErrors }: BroadcastErrors, hash: string): boolean {
  const refusal = broadcastErrors.get(hash)
  return refusal?.answer === 'refused' && refusal.times >= maxBroadcastErrors
}
