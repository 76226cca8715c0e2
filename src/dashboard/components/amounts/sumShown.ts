import { truncate } from './truncate.ts'

/** Cuts dollars to whole cents as they are shown; less than a cent counts as 0. */
export function toShownCents(valueUsd: number): number {
  return Math.abs(valueUsd) < 0.01 ? 0 : truncate(valueUsd * 100)
}

/**
 * Adds up dollars, each cut as it is shown, so that the total is what a reader gets from the numbers on
 * the screen and no page has to explain a difference. Uncut if all of them are below a cent.
 */
export function sumShown(values: readonly number[]): number {
  const cents = values.reduce((sum, valueUsd) => sum + toShownCents(valueUsd), 0)
  const exact = values.reduce((sum, valueUsd) => sum + valueUsd, 0)
  return cents === 0 ? Math.min(exact, 0.009) : cents / 100
}
