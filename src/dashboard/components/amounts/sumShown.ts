import { truncate } from './truncate.ts'

/** Cuts dollars to whole cents as they are shown; less than a cent counts as 0. */
export function toShownCents(valueUsd: number): number {
  return Math.abs(valueUsd) < 0.01 ? 0 : truncate(valueUsd * 100)
}

/** A sum of dollars, each cut as shown. */
export type RoundedSum = {
  /** Sum of the cut values; uncut if all of them are below a cent. */
  valueUsd: number
  /** Cents lost to rounding: `valueUsd + roundingUsd` is the exact sum, in whole cents. */
  roundingUsd: number
}

/** Adds up dollars as they are shown, so that the total matches the numbers on the screen. */
export function sumShown(values: readonly number[]): RoundedSum {
  const cents = values.reduce((sum, valueUsd) => sum + toShownCents(valueUsd), 0)
  const exact = values.reduce((sum, valueUsd) => sum + valueUsd, 0)
  return {
    valueUsd: cents === 0 ? Math.min(exact, 0.009) : cents / 100,
    roundingUsd: (truncate(exact * 100) - cents) / 100,
  }
}
