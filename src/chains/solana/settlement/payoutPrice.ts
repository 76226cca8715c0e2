import { priorityPrices } from '../rpc/readPriorityPrice.ts'

/** With this much time left before anybody may refund, a release is in no hurry, seconds. */
const calmSeconds = 540n
/** After which the limit rises again, seconds; by how much; and how often at most. */
const stageSeconds = 60n
const stageFactor = 4n
const maxStages = 5n

/** What a release may offer for a compute unit at all, in millionths of a lamport: about 100 lamports. */
export const maxReleasePrice = priorityPrices.most * stageFactor ** maxStages

/**
 * What a release may offer for a compute unit: more and more, the sooner its order can be refunded.
 *
 * A depositor who was delivered to has both sides if no release lands before the clock lets it refund.
 * Blocks take only so much that changes one account, and whoever pays most comes first: with one limit
 * for ever, it could outbid every release for less than its deposit is worth. What is offered stays
 * what others pay: nobody else makes the limit matter.
 *
 * @param secondsLeft - Until the order's `refundAfter`.
 */
export function getReleasePriceLimit(secondsLeft: bigint): bigint {
  if (secondsLeft >= calmSeconds) return priorityPrices.most
  const left = secondsLeft > 0n ? secondsLeft : 0n
  const stage = (calmSeconds - left - 1n) / stageSeconds + 1n
  return priorityPrices.most * stageFactor ** (stage < maxStages ? stage : maxStages)
}
