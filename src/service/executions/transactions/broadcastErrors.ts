import type { BroadcastResult } from '#chains/ports/settlementChain.ts'
import type { WorkerMemory } from './transactionContext.ts'

/**
 * Blocks in which a node must refuse the same transaction before it is given up. A single refusal
 * may come from an earlier transaction that is mined a block later. All later nonces of the key
 * wait meanwhile.
 */
const maxBroadcastErrors = 3

/** Faster blocks count as this long, as a provider may fail for a moment. */
const minBlockMs = 1_000

type BroadcastErrors = Pick<WorkerMemory, 'broadcastErrors'>

/** Records a node's answer to a transaction. */
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

/** Whether a transaction was refused so often that it may have to be revoked. */
export function isRefusedOften({ broadcastErrors }: BroadcastErrors, hash: string): boolean {
  const refusal = broadcastErrors.get(hash)
  return refusal?.answer === 'refused' && refusal.times >= maxBroadcastErrors
}

/**
 * Whether a transaction that was refused often has to be revoked: only if it is refused once more while it
 * is the next of its key. Before, nodes may have refused it only because an earlier one was missing.
 */
export function confirmRefusal(
  { broadcastErrors }: BroadcastErrors,
  { hash, isNext }: { hash: string; isNext: boolean },
): boolean {
  const refusal = broadcastErrors.get(hash)
  if (!refusal || !isNext) {
    broadcastErrors.delete(hash)
    return false
  }
  if (refusal.wasNext === true) return true
  broadcastErrors.set(hash, { ...refusal, wasNext: true, times: maxBroadcastErrors - 1 })
  return false
}
