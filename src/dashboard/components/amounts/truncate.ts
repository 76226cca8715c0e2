/**
 * Cuts a number to an integer towards zero, as amounts are shown: never more than there is. What a
 * double or a sum of cut parts misses by, as in 0.1 + 0.7, does not cost a unit.
 */
export function truncate(value: number): number {
  return Math.trunc(value + Math.sign(value) * 1e-5)
}
