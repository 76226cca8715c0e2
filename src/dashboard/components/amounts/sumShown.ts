/** Dollars as they are shown, in whole cents; what is less than a cent is shown as that and counts none. */
export function toShownCents(valueUsd: number): number {
  return Math.abs(valueUsd) < 0.01 ? 0 : Math.round(valueUsd * 100)
}

/** A sum of dollars that are shown, each rounded once. */
export type RoundedSum = {
  /** What the shown numbers add up to; less than a cent where all of them are. */
  valueUsd: number
  /** What rounding left out, in whole cents: with it the sum is the one of the exact numbers. */
  roundingUsd: number
}

/** Adds up dollars as they are shown, so that whoever adds up the numbers on the screen gets this sum. */
export function sumShown(values: readonly number[]): RoundedSum {
  const cents = values.reduce((sum, valueUsd) => sum + toShownCents(valueUsd), 0)
  const exact = values.reduce((sum, valueUsd) => sum + valueUsd, 0)
  return {
    valueUsd: cents === 0 ? Math.min(exact, 0.009) : cents / 100,
    roundingUsd: (Math.round(exact * 100) - cents) / 100,
  }
}
