import type { Storage } from '../../storage/database.ts'
import type { OnFailpoint } from '../plan/failpoint.ts'
import type { SettlementChains, ExecutionPlan } from '../plan/executionPlan.ts'
import { Hex } from '#protocol/ids/hex.ts'
import type { TransactionRow } from '../../storage/executions/stepRows.ts'
import type { BroadcastResult } from '#chains/ports/settlementChain.ts'

/** What sending and settling transactions needs of a worker. */
export type TransactionContext = {
  storage: Storage
  chains: SettlementChains
  memory: WorkerMemory
  /** Called with errors an operator should look at. */
  onError: (error: unknown, about: { quoteId?: string }) => void
  onFailpoint: OnFailpoint
}

/** The signed bytes of a stored transaction. */
export function getRawTransaction({ raw }: { raw: string }): Hex {
  return Hex.parse(raw)
}

/** The meta of a transaction that only uses up the nonce of an earlier one. */
export const revocationMeta = { revokes: true } as const

/** Whether a stored transaction is a revocation, see {@link revocationMeta}. */
export function isRevocation({ meta }: Pick<TransactionRow, 'meta'>): boolean {
  return meta.revokes === true
}

/** An answer that a node keeps giving; times in milliseconds of `performance.now`. */
export type RepeatedAnswer = {
  answer: BroadcastResult
  sinceMs: number
  /** When it was last counted; at most once per block. */
  countedMs: number
  times: number
  /** Whether it was its key's next transaction when it was last counted anew. */
  wasNext?: true
}

/** What a worker remembers between ticks; nothing of it is needed after a restart. */
export type WorkerMemory = {
  /** When a transaction was last sent, by its hash (milliseconds of `performance.now`). */
  sentMs: Map<string, number>
  /** The last answer to a transaction that a node did not take, by its hash. */
  broadcastErrors: Map<string, RepeatedAnswer>
  /** When a chain was last asked whether a transaction is lost, by its hash. */
  lostAskedMs: Map<string, number>
  /** When an attestation was last requested, by `<order hash> <verdict>`. */
  askedMs: Map<string, number>
  /** Hashes of transactions whose fees were reported to be at their limit. */
  reportedFees: Set<string>
  /** Reported waits, by `<quote> <action> <leg>` or `<order hash> <verdict>`. */
  reportedWaits: Set<string>
  /** Attestations reported as no longer counted, by `<order hash> <attestor>`. */
  dropped: Set<string>
  /** Decoded plans of executions that are not finished, by quote id. */
  plans: Map<string, ExecutionPlan>
}

/** Makes an empty memory. */
export function createWorkerMemory(): WorkerMemory {
  return {
    sentMs: new Map(),
    broadcastErrors: new Map(),
    lostAskedMs: new Map(),
    askedMs: new Map(),
    reportedFees: new Set(),
    reportedWaits: new Set(),
    dropped: new Set(),
    plans: new Map(),
  }
}
