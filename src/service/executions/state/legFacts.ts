import { classifyState } from '#chains/classifyState.ts'
import type { FailReason } from '#protocol/status/failReason.ts'
import type { LegFacts } from './facts.ts'

/**
 * Attempts at each action. A fill is never attempted twice. Releases and cancels, which the service
 * owes, are attempted until they succeed, with growing pauses and an alarm.
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

/** Attempts at a refund that reverts once mined: each costs the service its gas. */
const maxRevertedRefunds = 2

/** How often a refund is attempted, given the outcome of the last attempt. */
export function getRefundLimit({ refund }: LegFacts): number {
  return refund.state === 'reverted' ? maxRevertedRefunds : maxAttempts.refund
}

/** Whether a leg will never be held: its operation is spent, refused for good, or too late. */
export function isFailed(leg: LegFacts): boolean {
  if (leg.escrow === 'refunded') return true
  if (leg.escrow !== 'none') return false
  const { state, attempts } = leg.deposit
  const isGivenUp = (state === 'reverted' || state === 'refused') && attempts >= maxAttempts.deposit
  return isDead(leg) || isGivenUp
}

/** Whether a leg is not deposited and provably never will be. Source: security rule 15. */
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
 * Whether an operation that only we could have submitted never was, and never will be.
 *
 * Why this is proof even before the deadline: the user's signature alone is useless, as the account
 * requires our co-signature and the pinned paymaster too. The paymaster pays only in a transaction
 * sent by a registered executor. So even an attacker who saw the co-signature (a provider sees it
 * in simulations) needs a transaction signed with the executor's key, and no transaction of the
 * executor calls third-party code outside the EntryPoint's lock. Transactions are stored under the
 * fence before anybody sees them: with nothing stored while we hold the fence, nothing is signed
 * anywhere. And nothing will be: the attempts are used up, and any other worker about to sign one
 * has lost the fence.
 *
 * A refusal because of the nonce proves nothing: the operation may be in a block not yet at depth.
 */
export function isNeverSubmitted({ isUnsigned, deposit }: LegFacts): boolean {
  const isGivenUp = deposit.state === 'refused' && deposit.attempts >= maxAttempts.deposit
  return isUnsigned && isGivenUp && deposit.reason !== classifyState('nonce used by another')
}

/** Whether nothing of this leg is held, now or later. */
export function isGone(leg: LegFacts): boolean {
  return leg.escrow === 'refunded' || isDead(leg)
}

/**
 * Whether the origin side of a delivered leg is over. If it was refunded by the clock, or its
 * deposit rolled back for good, the solver bears the loss.
 */
export function isSettled(leg: LegFacts): boolean {
  return isPaidOut(leg) || isGone(leg)
}

/** Whether the deposit was released to the solver. */
export function isPaidOut({ escrow }: LegFacts): boolean {
  return escrow === 'released'
}

/** Whether the user has deposited; a deposit that was released counts too. */
export function isDeposited(leg: LegFacts): boolean {
  return leg.escrow === 'held' || isPaidOut(leg)
}

/** Whether a signed release can still pay out: it is pending, dropped, or was rolled back. */
export function isReleasePending({ escrow, release }: LegFacts): boolean {
  const isPossible = escrow === 'held' || escrow === 'none'
  return isPossible && (release.state === 'sent' || release.state === 'mined')
}

/** Whether every refund by the clock failed, so that only the user can still refund. */
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
