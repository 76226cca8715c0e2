import type { DestinationFacts, StepFact } from './facts.ts'

/** A fill is not begun this close to its deadline, seconds: it must land before. */
const fillMarginSeconds = 20n

/** Something that delivers, or lends for it, may be on its way or done. */
export function isDeliverySigned({ fillStep, grantStep }: DestinationFacts): boolean {
  return [fillStep, grantStep].some((one) => one && one.state !== 'none' && one.state !== 'refused')
}

/** Coins for a call may wait in the settler. */
function isLent({ grantStep }: DestinationFacts): boolean {
  return grantStep !== undefined && grantStep.state !== 'none' && grantStep.state !== 'refused'
}

/** It is too late to begin delivering. */
export function isTooLate(destination: DestinationFacts): boolean {
  return destination.headTime + fillMarginSeconds > destination.fillUntil
}

/** No fill can land any more: cancelled, or past the deadline at depth. */
export function isUnfillable({ fill, settledTime, fillDeadline }: DestinationFacts): boolean {
  return fill === 'cancelled' || (fill === 'open' && settledTime > fillDeadline)
}

/** Nothing is delivered any more; what was lent comes back only with a cancel, however late. */
export function isCancelled(destination: DestinationFacts): boolean {
  return isLent(destination) ? destination.fill === 'cancelled' : isUnfillable(destination)
}

/** It was tried, and did not work. */
export function isDeliveryFailed({ state }: StepFact): boolean {
  return state === 'reverted' || state === 'refused'
}
