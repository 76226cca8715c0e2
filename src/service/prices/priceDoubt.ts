/** What one feed says of a price, and how sure it is. */
export type Reading = {
  /** US dollars in 1e-8 for a whole token. */
  answer: bigint
  /** Since it was written. */
  ageSeconds: number
  maxAgeSeconds: number
  /** How far the price may move before the feed is written again. */
  deviationBps: number
  /** How far it usually moves within the greatest age. */
  driftBps: number
}

/**
 * By how many basis points the true price may be off what the first source says; undefined when the second
 * contradicts it, so that neither is to be relied on.
 *
 * A feed is silent while its price moves by less than its threshold: who sees an exchange knows better. As
 * prices move with the square root of time, what they may have moved since is what they usually do within
 * the greatest age, the threshold at most, times the root of the age as a share of that. Of two sources that agree the younger counts, but never less
 * than what lies between them; they contradict each other when that is more than both thresholds
 * together. One source alone, because the other is silent or there is none, may be off by its whole
 * threshold.
 *
 * Source: security rule 16; the formula is ours.
 */
export function getDoubtBps(first: Reading, second: Reading | undefined): bigint | undefined {
  if (!second) return BigInt(first.deviationBps)
  const between = getSpreadBps(first.answer, second.answer)
  if (between > BigInt(first.deviationBps + second.deviationBps)) return undefined
  const [a, b] = [getMovedBps(first), getMovedBps(second)]
  const moved = a < b ? a : b
  return moved > between ? moved : between
}

/** By how many basis points of the lower one two prices differ, rounded up. */
export function getSpreadBps(a: bigint, b: bigint): bigint {
  const [low, high] = a < b ? [a, b] : [b, a]
  return ((high - low) * 10_000n + low - 1n) / low
}

function getMovedBps({ driftBps, ageSeconds, maxAgeSeconds }: Reading): bigint {
  const share = Math.min(1, Math.max(0, ageSeconds) / maxAgeSeconds)
  return BigInt(Math.ceil(driftBps * Math.sqrt(share)))
}
