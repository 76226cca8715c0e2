/** A price from one feed, and how certain it is. */
export type Reading = {
  /** 1e-8 US dollars per whole token. */
  answer: bigint
  /** Time since the last update. */
  ageSeconds: number
  maxAgeSeconds: number
  /** Deviation threshold at which the feed is updated. */
  deviationBps: number
  /** Usual price movement within `maxAgeSeconds`. */
  driftBps: number
}

/**
 * Returns how far the true price may be off the first feed's answer, basis points; undefined when
 * the second feed contradicts it, so that neither can be relied on.
 *
 * A feed is not updated while the price moves by less than its threshold, and traders on exchanges
 * know better. Prices move with the square root of time, so the possible movement since the update
 * is `driftBps` times the root of age over maximum age. With two feeds that agree, the smaller
 * movement counts, but at least the difference between them; a difference above both thresholds
 * together is a contradiction. A single feed may be off by its whole threshold.
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

/** Returns the difference of two prices in basis points of the lower one, rounded up. */
export function getSpreadBps(a: bigint, b: bigint): bigint {
  const [low, high] = a < b ? [a, b] : [b, a]
  return ((high - low) * 10_000n + low - 1n) / low
}

function getMovedBps({ driftBps, ageSeconds, maxAgeSeconds }: Reading): bigint {
  const share = Math.min(1, Math.max(0, ageSeconds) / maxAgeSeconds)
  return BigInt(Math.ceil(driftBps * Math.sqrt(share)))
}
