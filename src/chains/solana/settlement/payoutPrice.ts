import { priorityPrices } from '../rpc/readPriorityPrice.ts'

/** With this many seconds left until anyone may refund, a release is not urgent. */
const calmSeconds = 540n
/** Seconds between raises of the limit; the factor of each raise; the number of raises. */
const stageSeconds = 60n
const stageFactor = 4n
const maxStages = 5n

/** Highest price ever offered per compute unit, millionths of a lamport: about 100 lamports. */
export const maxReleasePrice = priorityPrices.max * stageFactor ** maxStages

/**
 * Returns a release's highest price per compute unit; it rises as the refund time nears.
 *
 * A depositor who received the fill gets both sides if no release lands before `refundAfter`.
 * Blocks limit the writes to one account and favour whoever pays most, so with a constant limit the
 * depositor could outbid every release for less than the deposit is worth. The price offered
 * follows what others pay, so the limit matters only under such an attack.
 *
 * @param secondsLeft - Until the order's `refundAfter`.
 */
export function getReleasePriceLimit(secondsLeft: bigint): bigint {
  if (secondsLeft >= calmSeconds) return priorityPrices.max
  const left = secondsLeft > 0n ? secondsLeft : 0n
  const stage = (calmSeconds - left - 1n) / stageSeconds + 1n
  return priorityPrices.max * stageFactor ** (stage < maxStages ? stage : maxStages)
}
