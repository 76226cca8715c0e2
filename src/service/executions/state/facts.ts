import type { FailReason } from '#protocol/status/failReason.ts'

/** How far one action of an execution is, over all its attempts. */
export type StepFact = {
  /**
   * `none`: nothing was signed. `sent`: signed and stored, perhaps broadcast. `mined`, `reverted`:
   * settled at depth. `refused`: a simulation failed, nothing was signed for this attempt.
   */
  state: 'none' | 'sent' | 'mined' | 'reverted' | 'refused'
  attempts: number
  /** Why it reverted or was refused. */
  reason: FailReason | null
  /** The last attempt failed a moment ago: the next one waits. */
  isResting: boolean
  /** Reverted only in so far as its bytes never landed and never can: nothing was tried on the chain. */
  isLost: boolean
}

/** What is known about one origin operation. All chain facts are of one block, at depth. */
export type LegFacts = {
  /** What the escrow says about the order; `absent` for an operation that deposits nothing. */
  escrow: 'absent' | 'none' | 'held' | 'released' | 'refunded'
  /**
   * An operation with this leg's nonce was executed: this one, or it cannot land any more. Where there
   * are no nonces: it landed, and reverted.
   */
  isNonceUsed: boolean
  /**
   * What `UserOperationEvent` says about the operation; only asked without an escrow. `replaced`:
   * the nonce was used by another one.
   */
  outcome: 'none' | 'succeeded' | 'reverted' | 'replaced'
  /** No transaction with this operation was ever signed: every attempt so far was refused. */
  isUnsigned: boolean
  /** Why the operation reverted, when it did. */
  reason: FailReason | null
  deposit: StepFact
  release: StepFact
  refund: StepFact
  /** The attestor's word about this order, once signed. */
  attested: 'Filled' | 'Cancelled' | null
  depositDeadline: bigint
  refundAfter: bigint
  /** Time of the block at depth, Unix seconds. */
  settledTime: bigint
  /** Time of the newest block, Unix seconds. */
  headTime: bigint
}

/** What is known about the delivery. */
export type DestinationFacts = {
  /** What the settler says, at depth. */
  fill: 'open' | 'filled' | 'cancelled'
  /** Lending to a call, which comes before it; undefined when there is nothing to lend. */
  grantStep: StepFact | undefined
  /** Bringing the account there before it; undefined when nobody signed for that. */
  deploymentStep: StepFact | undefined
  fillStep: StepFact
  cancelStep: StepFact
  /** First second (Unix time) at which it can be delivered. */
  fillFrom: bigint
  /** Last second at which it is worth trying; not after `fillDeadline`. */
  fillUntil: bigint
  fillDeadline: bigint
  settledTime: bigint
  headTime: bigint
}

/** Everything a step decides on. `destination` is absent when one operation does it all. */
export type Facts = {
  legs: readonly LegFacts[]
  destination?: DestinationFacts
  /** The chains show what was sent a while ago, and not how: their history comes later than state. */
  isReceiptAwaited?: boolean
}
