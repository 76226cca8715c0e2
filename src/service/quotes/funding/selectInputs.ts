import type { FundingSource } from './fundingSources.ts'

/**
 * A source and how much a quote takes from it, fee included, in units of the asset asked for.
 * `measuredGas`: what its operation was measured to take, where that is more than usual.
 */
export type Allocation = FundingSource & { total: bigint; measuredGas?: bigint }

/** Sets of sources that are compared: more would hardly find a better one, and take long. */
const maxSets = 1_000

/**
 * Balances drawn together at most. Each is an operation that somebody signs and that travels back
 * with the quote: many more would not fit into the body that execute-quote takes.
 */
export const maxAllocations = 60

/**
 * All ways to draw an amount from smallest sets of sources; where these would leave wallets with less
 * than they keep, from sets of one source more.
 */
export function selectInputs(
  sources: readonly FundingSource[],
  amount: bigint,
): readonly (readonly Allocation[])[] {
  const ways = allocateSets(findSmallestSets(sources, amount), amount)
  return ways.length > 0 ? ways : allocateSets(findSmallestSets(sources, amount, 1), amount)
}

function allocateSets(sets: readonly (readonly FundingSource[])[], amount: bigint) {
  return sets.flatMap((set) => {
    const allocations = allocateAmount(set, amount)
    return allocations ? [allocations] : []
  })
}

/**
 * Smallest sets of sources that together hold the amount: fewer signatures come first, so larger
 * sets than needed are never tried. All of them, or those of the largest sources where there are
 * more than can be compared.
 *
 * @param amount - In the sources' units.
 * @param more - How many sources each set has beyond the fewest that do; none unless given.
 * @returns Empty when {@link maxAllocations} of them do not hold it.
 */
export function findSmallestSets(
  sources: readonly FundingSource[],
  amount: bigint,
  more = 0,
): readonly (readonly FundingSource[])[] {
  const largest = sources.toSorted(compareByAvailable)
  let size = 0
  for (let sum = 0n; sum < amount; size += 1) {
    const next = largest[size]
    if (!next || size === maxAllocations) return []
    sum += next.available
  }
  size += more
  if (size > Math.min(largest.length, maxAllocations)) return []
  const compared = largest.slice(0, getMaxCompared(size, largest.length))
  return getSubsets(compared, size).filter(
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
export function allocateAmount(
  set: readonly FundingSource[],
  amount: bigint,
): readonly Allocation[] | undefined {
  const allocations = allocateProportionally(set, amount)
  return !allocations || allocations.every(isReserveKept)
    ? allocations
    : allocateSparingFew(set, amount)
}

function isReserveKept({ available, reserve, total }: Allocation): boolean {
  return total === available || available - total >= reserve
}

function allocateSparingFew(
  set: readonly FundingSource[],
  amount: bigint,
): readonly Allocation[] | undefined {
  const keepers = set.filter(({ reserve }) => reserve > 0n).toSorted(compareByAvailable)
  for (let count = 0; count <= keepers.length; count += 1)
    for (const spared of getSubsets(keepers, count)) {
      const allocations = allocateSparing(set, { spared, amount })
      if (allocations) return allocations
    }
  return undefined
}

/** Leaves some of the sources what they keep, and empties the others that keep anything. */
function allocateSparing(
  set: readonly FundingSource[],
  { spared, amount }: { spared: readonly FundingSource[]; amount: bigint },
): readonly Allocation[] | undefined {
  const rooms = set.map((source) => {
    const isEmptied = source.reserve > 0n && !spared.includes(source)
    return { ...source, available: isEmptied ? 0n : source.available - source.reserve }
  })
  const emptied = set.reduce(
    (sum, { available }, index) => (rooms[index]?.available === 0n ? sum + available : sum),
    0n,
  )
  const left = amount - emptied
  const most = rooms.reduce((sum, { available }) => sum + available, 0n)
  if (left < 0n || left > most || rooms.some(({ available }) => available < 0n)) return undefined
  const allocations = left === 0n ? [] : allocateProportionally(rooms, left)
  return (
    allocations &&
    set.flatMap((source, index) => {
      const total =
        rooms[index]?.available === 0n ? source.available : (allocations[index]?.total ?? 0n)
      return total > 0n ? [{ ...source, total }] : []
    })
  )
}

function allocateProportionally(
  set: readonly FundingSource[],
  amount: bigint,
): readonly Allocation[] | undefined {
  const held = set.reduce((sum, { available }) => sum + available, 0n)
  const allocations = set.map((source) => {
    const share = (amount * source.available) / held
    return { ...source, total: share - (share % source.step) }
  })
  let left = amount - allocations.reduce((sum, { total }) => sum + total, 0n)
  // The finest step last, so that it takes what the coarser ones cannot.
  for (const draw of allocations.toSorted((a, b) => (a.step > b.step ? -1 : 1))) {
    const room = draw.available - draw.total
    const extra = left < room ? left : room
    draw.total += extra - (extra % draw.step)
    left -= extra - (extra % draw.step)
  }
  return left === 0n ? allocations : undefined
}

/** Of how many sources all sets of a size can be compared. */
function getMaxCompared(size: number, available: number): number {
  let width = size
  for (let sets = 1; width < available; width += 1) {
    sets = (sets * (width + 1)) / (width + 1 - size)
    if (sets > maxSets) break
  }
  return width
}

function getSubsets(
  sources: readonly FundingSource[],
  size: number,
): readonly (readonly FundingSource[])[] {
  if (size === 0) return [[]]
  // Nothing of that size is left to be found here: without this it would be looked for everywhere.
  if (sources.length < size) return []
  return sources.flatMap((source, index) =>
    getSubsets(sources.slice(index + 1), size - 1).map((rest) => [source, ...rest]),
  )
}

function compareByAvailable(a: FundingSource, b: FundingSource): number {
  if (a.available === b.available) return 0
  return a.available > b.available ? -1 : 1
}
