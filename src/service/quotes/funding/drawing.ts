import type { Source } from './sources.ts'

/**
 * A source and how much a quote takes from it, fee included, in units of the asset asked for.
 * `measuredGas`: what its operation was measured to take, where that is more than usual.
 */
export type Draw = Source & { total: bigint; measuredGas?: bigint }

/** Sets of sources that are compared: more would hardly find a better one, and take long. */
const mostSets = 1_000

/**
 * Balances drawn together at most. Each is an operation that somebody signs and that travels back
 * with the quote: many more would not fit into the body that execute-quote takes.
 */
export const mostDraws = 60

/**
 * All ways to draw an amount from smallest sets of sources; where these would leave wallets with less
 * than they keep, from sets of one source more.
 */
export function drawings(sources: readonly Source[], amount: bigint): readonly (readonly Draw[])[] {
  const ways = waysFrom(smallestSets(sources, amount), amount)
  return ways.length > 0 ? ways : waysFrom(smallestSets(sources, amount, 1), amount)
}

function waysFrom(sets: readonly (readonly Source[])[], amount: bigint) {
  return sets.flatMap((set) => {
    const draws = divide(set, amount)
    return draws ? [draws] : []
  })
}

/**
 * Smallest sets of sources that together hold the amount: fewer signatures come first, so larger
 * sets than needed are never tried. All of them, or those of the largest sources where there are
 * more than can be compared.
 *
 * @param amount - In the sources' units.
 * @param more - How many sources each set has beyond the fewest that do; none unless given.
 * @returns Empty when {@link mostDraws} of them do not hold it.
 */
export function smallestSets(
  sources: readonly Source[],
  amount: bigint,
  more = 0,
): readonly (readonly Source[])[] {
  const largest = sources.toSorted(byAvailable)
  let size = 0
  for (let sum = 0n; sum < amount; size += 1) {
    const next = largest[size]
    if (!next || size === mostDraws) return []
    sum += next.available
  }
  size += more
  if (size > Math.min(largest.length, mostDraws)) return []
  const compared = largest.slice(0, widthOf(size, largest.length))
  return setsOf(compared, size).filter(
    (set) => set.reduce((sum, { available }) => sum + available, 0n) >= amount,
  )
}

/**
 * Divides an amount over a set of sources in proportion to what each holds.
 *
 * In proportion, because then no source of a smallest set brings less than half of what it holds:
 * a source worth drawing stays worth drawing.
 *
 * Where that would leave a source less than it keeps, as few of these as do are left with what they
 * keep or more, and all others of them are emptied.
 *
 * @returns Draws that add up to `amount` exactly; undefined when the sources' steps, or what they
 *   keep, leave no way.
 */
export function divide(set: readonly Source[], amount: bigint): readonly Draw[] | undefined {
  const draws = inProportion(set, amount)
  return !draws || draws.every(isAlive) ? draws : sparingFew(set, amount)
}

function isAlive({ available, kept, total }: Draw): boolean {
  return total === available || available - total >= kept
}

function sparingFew(set: readonly Source[], amount: bigint): readonly Draw[] | undefined {
  const keepers = set.filter(({ kept }) => kept > 0n).toSorted(byAvailable)
  for (let count = 0; count <= keepers.length; count += 1)
    for (const spared of setsOf(keepers, count)) {
      const draws = sparing(set, { spared, amount })
      if (draws) return draws
    }
  return undefined
}

/** Leaves some of the sources what they keep, and empties the others that keep anything. */
function sparing(
  set: readonly Source[],
  { spared, amount }: { spared: readonly Source[]; amount: bigint },
): readonly Draw[] | undefined {
  const rooms = set.map((source) => {
    const isEmptied = source.kept > 0n && !spared.includes(source)
    return { ...source, available: isEmptied ? 0n : source.available - source.kept }
  })
  const emptied = set.reduce(
    (sum, { available }, index) => (rooms[index]?.available === 0n ? sum + available : sum),
    0n,
  )
  const left = amount - emptied
  const most = rooms.reduce((sum, { available }) => sum + available, 0n)
  if (left < 0n || left > most || rooms.some(({ available }) => available < 0n)) return undefined
  const draws = left === 0n ? [] : inProportion(rooms, left)
  return (
    draws &&
    set.flatMap((source, index) => {
      const total = rooms[index]?.available === 0n ? source.available : (draws[index]?.total ?? 0n)
      return total > 0n ? [{ ...source, total }] : []
    })
  )
}

function inProportion(set: readonly Source[], amount: bigint): readonly Draw[] | undefined {
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

/** Of how many sources all sets of a size can be compared. */
function widthOf(size: number, available: number): number {
  let width = size
  for (let sets = 1; width < available; width += 1) {
    sets = (sets * (width + 1)) / (width + 1 - size)
    if (sets > mostSets) break
  }
  return width
}

function setsOf(sources: readonly Source[], size: number): readonly (readonly Source[])[] {
  if (size === 0) return [[]]
  // Nothing of that size is left to be found here: without this it would be looked for everywhere.
  if (sources.length < size) return []
  return sources.flatMap((source, index) =>
    setsOf(sources.slice(index + 1), size - 1).map((rest) => [source, ...rest]),
  )
}

function byAvailable(a: Source, b: Source): number {
  if (a.available === b.available) return 0
  return a.available > b.available ? -1 : 1
}
