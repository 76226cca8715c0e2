import { classifyState } from '#chains/classifyState.ts'
import type { FailReason } from '#protocol/status/failReason.ts'
import type { LegFacts } from './facts.ts'

/**
 * How often an action whose transaction failed is tried; a fill never a second time. What the
 * service owes is tried until it is done: the pauses grow, and somebody is told.
 */
export const maxAttempts = {
  deposit: 3,
  grant: 1,
  arrive: 1,
  fill: 1,
  cancel: Infinity,
  release: Infinity,
  refund: 5,
} as const

/** Refunds that reverted when they were mined, which costs the service its gas, and may again. */
const maxRevertedRefunds = 2

/** How often a refund is tried, after what its last try came to. */
export function getRefundLimit({ refund }: LegFacts): number {
  return refund.state === 'reverted' ? maxRevertedRefunds : maxAttempts.refund
}

/** A leg that will never be held: its operation is spent, refused for good, or too late. */
export function isFailed(leg: LegFacts): boolean {
  if (leg.escrow === 'refunded') return true
  if (leg.escrow !== 'none') return false
  const { state, attempts } = leg.deposit
  const isGivenUp = (state === 'reverted' || state === 'refused') && attempts >= maxAttempts.deposit
  return isDead(leg) || isGivenUp
}

/** Not deposited, and provably never: security rule 15. */
function isDead(leg: LegFacts): boolean {
  return (
    leg.escrow === 'none' &&
    (leg.isNonceUsed ||
      leg.deposit.isLost ||
      isNeverSubmitted(leg) ||
      leg.settledTime > leg.depositDeadline)
  )
}

/**
 * An operation that only we could have brought to the chain, and that we never will.
 *
 * Why this is proof, before the deadline: the user's signature alone is good for nothing, the account
 * wants our co-signature and the pinned paymaster beside it. The paymaster pays only in a
 * transaction that a registered executor sent: so it takes bytes signed with the executor's key,
 * even for somebody who saw the co-signature (a provider sees it in simulations), and no
 * transaction of the executor calls a stranger outside of the EntryPoint's lock. Bytes are stored
 * before anybody sees them, under the fence: with nothing stored and the fence in our hand, nothing
 * is signed anywhere. And nothing will be: the attempts are used up, and a worker that still means
 * to sign one of them has lost the fence.
 *
 * A refusal for the sake of the nonce is no proof: then the operation is in a block that is not deep
 * enough to count.
 */
export function isNeverSubmitted({ isUnsigned, deposit }: LegFacts): boolean {
  const isGivenUp = deposit.state === 'refused' && deposit.attempts >= maxAttempts.deposit
  return isUnsigned && isGivenUp && deposit.reason !== classifyState('nonce used by another')
}

/** Nothing of this leg is held, now or later. */
export function isGone(leg: LegFacts): boolean {
  return leg.escrow === 'refunded' || isDead(leg)
}

/**
 * The origin side of a delivered leg is over. Refunded by the clock, or a deposit that was rolled
 * back for good, is the solver's loss.
 */
export function isSettled(leg: LegFacts): boolean {
  return isPaidOut(leg) || isGone(leg)
}

/** Its deposit went to the solver. */
export function isPaidOut({ escrow }: LegFacts): boolean {
  return escrow === 'released'
}

/** The user has given what was asked for; what is paid out already is owed all the more. */
export function isDeposited(leg: LegFacts): boolean {
  return leg.escrow === 'held' || isPaidOut(leg)
}

/** A signed release can still pay out: it waits, got lost, or what it did was rolled back. */
export function isReleasePending({ escrow, release }: LegFacts): boolean {
  const isPossible = escrow === 'held' || escrow === 'none'
  return isPossible && (release.state === 'sent' || release.state === 'mined')
}

/** Held, refundable by the clock, and yet no refund goes through: only the user can find a way. */
export function isRefundImpossible(leg: LegFacts): boolean {
  return (
    leg.escrow === 'held' &&
    leg.settledTime >= leg.refundAfter &&
    (leg.refund.state === 'reverted' || leg.refund.state === 'refused') &&
    leg.refund.attempts >= getRefundLimit(leg) &&
    !leg.refund.isLost
  )
}

/** Why the leg was never held. */
export function getFailReason(leg: LegFacts): FailReason {
  const late = classifyState(leg.isNonceUsed ? 'operation in vain' : 'deadline passed')
  return leg.reason ?? leg.deposit.reason ?? late
}
