/** The level to cap the largest values at, so that the sum of all values is `total`. */
export function getSweepLevel(values: readonly bigint[], total: bigint): bigint {
  let left = total
  const ascending = values.toSorted((a, b) => (a < b ? -1 : 1))
  for (const [index, value] of ascending.entries()) {
    const share = left / BigInt(ascending.length - index)
    if (value > share) return share
    left -= value
  }
  return left
}
