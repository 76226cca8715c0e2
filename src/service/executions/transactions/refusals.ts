import type { BroadcastAnswer } from '#chains/ports/settlementChain.ts'
import type { WorkerMemory } from './memory.ts'

/**
 * Blocks in which a node refuses the same bytes before they are given up. One may be chance, for a
 * transaction that stood in the way is mined with the next; all that have a later nonce of the same
 * key wait for as long.
 */
const mostRefusals = 3

/** Where blocks are faster they count as this long: a provider may be out of sorts for a moment. */
const leastBlockMs = 1_000

type Refusals = Pick<WorkerMemory, 'refusals'>

/** Remembers what a node said to bytes. */
export function noteAnswer(
  { refusals }: Refusals,
  { hash, answer, blockMs }: { hash: string; answer: BroadcastAnswer; blockMs: number },
): void {
  const now = performance.now()
  const before = refusals.get(hash)
  if (answer === 'taken') refusals.delete(hash)
  else if (before?.answer !== answer)
    refusals.set(hash, { answer, sinceMs: now, countedMs: now, times: 1 })
  else if (now - before.countedMs >= Math.max(blockMs, leastBlockMs))
    refusals.set(hash, { ...before, countedMs: now, times: before.times + 1 })
}

/** Whether bytes were refused so often that their nonce has to be used up by something else. */
export function isGivenUp({ refusals }: Refusals, hash: string): boolean {
  const refusal = refusals.get(hash)
  return refusal?.answer === 'refused' && refusal.times >= mostRefusals
}
