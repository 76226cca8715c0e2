import type { Source } from './sources.ts'

/** A source and how much a quote takes from it, fee included, in units of the asset asked for. */
export type Draw = Source & { total: bigint }

/** Sources looked at when sets are tried; more would not be chosen anyway. */
const mostSources = 12

/**
 * Every smallest set of sources that together hold the amount: fewer signatures come first, so
 * larger sets than needed are never tried.
 *
 * @param amount - In the sources' units.
 * @returns Empty when all together do not hold it.
 */
export function smallestSets(
  sources: readonly Source[],
  amount: bigint,
): readonly (readonly Source[])[] {
  const largest = sources.toSorted(byAvailable).slice(0, mostSources)
  let size = 0
  for (let sum = 0n; sum < amount; size += 1) {
    const next = largest[size]
    if (!next) return []
    sum += next.available
  }
  return setsOf(largest, size).filter(
    (set) => set.reduce((sum, { available }) => sum + available, 0n) >= amount,
  )
}

/**
 * Divides an amount over a set of sources in proportion to what each holds.
 *
 * In proportion, because then no source of a smallest set brings less than half of what it holds:
 * a source worth drawing stays worth drawing.
 *
 * @returns Draws that add up to `amount` exactly; undefined when the sources' steps cannot express
 *   it.
 */
export function divide(set: readonly Source[], amount: bigint): readonly Draw[] | undefined {
  const held = set.reduce((sum, { available }) => sum + available, 0n)
  const draws = set.map((source) => {
    const share = (amount * source.available) / held
    return { ...source, total: share - (share % source.step) }
  })
  let left = amount - draws.reduce((sum, { total }) => sum + total, 0n)
  // The finest step last, so that it takes what the coarser ones cannot.
  for (const draw of draws.toSorted((a, b) => (a.step > b.step ? -1 : 1))) {
    const room = draw.available - draw.total
    const extra = left < room ? left : room
    draw.total += extra - (extra % draw.step)
    left -= extra - (extra % draw.step)
  }
  return left === 0n ? draws : undefined
}

function setsOf(sources: readonly Source[], size: number): readonly (readonly Source[])[] {
  if (size === 0) return [[]]
  return sources.flatMap((source, index) =>
    setsOf(sources.slice(index + 1), size - 1).map((rest) => [source, ...rest]),
  )
}

function byAvailable(a: Source, b: Source): number {
  if (a.available === b.available) return 0
  return a.available > b.available ? -1 : 1
}
