import type { FailReason } from '#protocol/status/failReason.ts'

/** The progress of one action of an execution, over all its attempts. */
export type StepFact = {
  /**
   * `none`: nothing was signed. `sent`: signed and stored, perhaps broadcast. `mined`, `reverted`:
   * settled at depth. `refused`: the simulation failed, so this attempt was not signed.
   */
  state: 'none' | 'sent' | 'mined' | 'reverted' | 'refused'
  attempts: number
  /** Why the last attempt reverted or was refused. */
  reason: FailReason | null
  /** The last attempt failed recently, so the next one waits. */
  isResting: boolean
  /** Recorded as reverted because its transaction never landed and never can. */
  isLost: boolean
}

/** The facts about one origin operation. All state is of one block, at depth. */
export type LegFacts = {
  /** The order's state in the escrow; `absent` for an operation that deposits nothing. */
  escrow: 'absent' | 'none' | 'held' | 'released' | 'refunded'
  /**
   * An operation with this leg's nonce was executed: this one, or another, and this one cannot
   * land. On chains without nonces: it landed and reverted.
   */
  isNonceUsed: boolean
  /**
   * The outcome according to `UserOperationEvent`; read only without an escrow. `replaced`: another
   * operation used the nonce.
   */
  outcome: 'none' | 'succeeded' | 'reverted' | 'replaced'
  /** No transaction with this operation was signed: every attempt so far was refused. */
  isUnsigned: boolean
  /** Why the operation reverted, if it did. */
  reason: FailReason | null
  deposit: StepFact
  release: StepFact
  refund: StepFact
  /** The verdict that a quorum attested for this order. */
  attested: 'Filled' | 'Cancelled' | null
  depositDeadline: bigint
  refundAfter: bigint
  /** Time of the block at depth, Unix seconds. */
  settledTime: bigint
  /** Time of the newest block, Unix seconds. */
  headTime: bigint
}

/** The facts about the destination. */
export type DestinationFacts = {
  /** The fill's state in the settler, at depth. */
  fill: 'open' | 'filled' | 'cancelled'
  /** The grant that lends to a call, before the call; undefined for fills. */
  grantStep: StepFact | undefined
  /** The destination account's deployment; undefined unless its owner signed it. */
  deploymentStep: StepFact | undefined
  fillStep: StepFact
  cancelStep: StepFact
  /** First second (Unix time) at which the fill is valid. */
  fillFrom: bigint
  /** Last second (Unix time) at which the fill is valid; at most `fillDeadline`. */
  fillUntil: bigint
  fillDeadline: bigint
  settledTime: bigint
  headTime: bigint
}

/** All facts a step decides on. `destination` is absent when one operation does everything. */
export type Facts = {
  legs: readonly LegFacts[]
  destination?: DestinationFacts
  /** The state shows the effect of a sent step whose receipt is not served yet. */
  isReceiptAwaited?: boolean
}
