import type { BroadcastResult } from '#chains/ports/settlementChain.ts'

/** An answer that a node gives again and again; milliseconds of `performance.now`. */
export type RepeatedAnswer = {
  answer: BroadcastResult
  sinceMs: number
  /** When it was counted last, and how often: once in a block. */
  countedMs: number
  times: number
}

/** What a worker remembers between steps; nothing of it is needed after a restart. */
export type WorkerMemory = {
  /** When bytes were last sent, by transaction hash (milliseconds of `performance.now`). */
  sentMs: Map<string, number>
  /** What a node said last about bytes it did not take, by transaction hash. */
  broadcastErrors: Map<string, RepeatedAnswer>
  /** When it was last asked whether bytes are lost, by transaction hash. */
  lostAskedMs: Map<string, number>
  /** When attestations were asked for, by `<order hash> <verdict>`. */
  askedMs: Map<string, number>
  /** Transactions whose fees were told to be at their limit, by hash. */
  reportedFees: Set<string>
  /** What waits and was noted, by `<quote> <action> <leg>` or `<order hash> <verdict>`. */
  reportedWaits: Set<string>
  /** Attestations that were told to count no more, by `<order hash> <attestor>`. */
  dropped: Set<string>
}
