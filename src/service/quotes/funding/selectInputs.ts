import type { FundingSource } from './fundingSources.ts'

/** A funding source; `measuredGas` is set when its operation uses more gas than usual. */
export type MeasuredSource = FundingSource & { measuredGas?: bigint }

/** An amount spent from a funding source, fee included, in units of the requested asset. */
export type Allocation = MeasuredSource & { total: bigint }

/** Maximum number of sets to compare; more rarely improve the result. */
const maxSets = 1_000

/**
 * Maximum number of balances spent together. Each adds a signed operation to the quote, and the
 * quote must fit into the body limit of execute-quote.
 */
export const maxAllocations = 60

/**
 * Returns all allocations of an amount to smallest sets of sources; to sets one larger when those
 * would leave a wallet with less than its reserve.
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
 * Returns the smallest sets of sources that together hold an amount, for the fewest signatures.
 * When there are too many to compare, only sets of the largest sources are returned.
 *
 * @param amount - In the sources' units.
 * @param more - Additional sources per set beyond the minimum; 0 by default.
 * @returns Empty when {@link maxAllocations} sources do not hold the amount.
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
 * Allocates an amount to a set of sources in proportion to their balances. No source of a smallest
 * set then spends less than half its balance, so a source worth spending stays worth it.
 *
 * Where that would leave a source below its reserve, as few sources as possible keep their reserve
 * and all others that have one are emptied.
 *
 * @returns Allocations that add up to `amount` exactly; undefined when the sources' steps or
 *   reserves make that impossible.
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

/** Leaves the spared sources their reserve and empties all others that have one. */
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
  // Finest step last: it absorbs what coarser steps cannot express.
  for (const allocation of allocations.toSorted((a, b) => (a.step > b.step ? -1 : 1))) {
    const room = allocation.available - allocation.total
    const extra = left < room ? left : room
    allocation.total += extra - (extra % allocation.step)
    left -= extra - (extra % allocation.step)
  }
  return left === 0n ? allocations : undefined
}

/** Returns the number of sources whose subsets of this size are few enough to compare. */
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
  // Ends branches that cannot reach the size; otherwise the search would visit all of them.
  if (sources.length < size) return []
  return sources.flatMap((source, index) =>
    getSubsets(sources.slice(index + 1), size - 1).map((rest) => [source, ...rest]),
  )
}

function compareByAvailable(a: FundingSource, b: FundingSource): number {
  if (a.available === b.available) return 0
  return a.available > b.available ? -1 : 1
}
