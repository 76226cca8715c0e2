/**
 * The part of an execution that a step belongs to: an origin leg, by its index in the plan, or the
 * destination.
 */
export type StepLeg = number | 'destination'

/** What a reservation is for: an origin leg, or one of the assets the solver delivers. */
export type ReservationTarget = { kind: 'leg'; leg: number } | { kind: 'inventory'; index: number }

/** Stands for the destination in the integer column `leg`; origin legs count from 0. */
const destination = -1

const minInt = -(2 ** 31)

/** The value of column `leg` in `steps`, `transactions`, `sponsor_reservations` and events. */
export function toLegColumn(leg: StepLeg): number {
  return leg === 'destination' ? destination : leg
}

/** Decodes what {@link toLegColumn} encoded. @throws RangeError for any other value. */
export function parseLegColumn(value: number): StepLeg {
  if (value === destination) return 'destination'
  if (Number.isSafeInteger(value) && value >= 0) return value
  throw new RangeError(`${value} is neither an origin leg nor the destination.`)
}

/** The value of column `leg` in `reservations`; -1, -2 ... for inventory. */
export function toReservationColumn(target: ReservationTarget): number {
  switch (target.kind) {
    case 'leg':
      return target.leg
    case 'inventory':
      return -1 - target.index
  }
}

/**
 * The values of column `leg` in `reservations`, both ends included, that belong to a step: an
 * origin leg has one reservation, the destination one for each asset delivered.
 */
export function toReservationRange(leg: StepLeg): { from: number; to: number } {
  return leg === 'destination' ? { from: minInt, to: -1 } : { from: leg, to: leg }
}
