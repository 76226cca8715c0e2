import type { DestinationFacts, StepFact } from './facts.ts'

/** No fill is first sent this close to its deadline, seconds: it must land before. */
const fillMarginSeconds = 20n

/** Whether a fill or a grant was signed, and may have landed. */
export function isDeliverySigned({ fillStep, grantStep }: DestinationFacts): boolean {
  return [fillStep, grantStep].some((one) => one && one.state !== 'none' && one.state !== 'refused')
}

function isLent({ grantStep }: DestinationFacts): boolean {
  return grantStep !== undefined && grantStep.state !== 'none' && grantStep.state !== 'refused'
}

/** Whether it is too late to start the delivery. */
export function isTooLate(destination: DestinationFacts): boolean {
  return destination.headTime + fillMarginSeconds > destination.fillUntil
}

/** Whether no fill can land any more: cancelled, or past the deadline at depth. */
export function isUnfillable({ fill, settledTime, fillDeadline }: DestinationFacts): boolean {
  return fill === 'cancelled' || (fill === 'open' && settledTime > fillDeadline)
}

/** Whether delivery is over; after a grant only a cancel ends it, which returns the grant. */
export function isCancelled(destination: DestinationFacts): boolean {
  return isLent(destination) ? destination.fill === 'cancelled' : isUnfillable(destination)
}

/** Whether an attempt was made and failed. */
export function isDeliveryFailed({ state }: StepFact): boolean {
  return state === 'reverted' || state === 'refused'
}
