/**
 * How much of a long test runs. `npm test` takes a fixed share that lasts seconds and is the same each
 * time; `npm run campaign` takes all of it, drawn from a seed.
 */
export const isCampaign = process.env['ESTUARY_CAMPAIGN'] === '1'

/** Decides what is drawn: fixed in `npm test`, named or drawn in a campaign. */
export const campaignSeed = Number(process.env['ESTUARY_SEED'] ?? 1)

/** Parameters of fast-check: how many cases of a property are tried, and from which seed. */
export function getRuns(runs: { test: number; campaign: number }): {
  numRuns: number
  seed: number
} {
  return { numRuns: isCampaign ? runs.campaign : runs.test, seed: campaignSeed }
}

/**
 * All items in a campaign; else one of each group. Which one differs from group to group, so that the
 * kinds of items that all groups have in the same order are met.
 *
 * @param groupOf - Name of the group that an item is of.
 */
export function pickOneOfEach<Item>(
  items: readonly Item[],
  groupOf: (item: Item) => string,
): readonly Item[] {
  if (isCampaign) return items
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const name = groupOf(item)
    groups.set(name, [...(groups.get(name) ?? []), item])
  }
  const kept = new Set([...groups].map(([name, some]) => some[getHash(name) % some.length]))
  return items.filter((item) => kept.has(item))
}

/**
 * All items in a campaign; else each `n`th.
 *
 * @param from - Where to begin: another one for each of several lists, so that together they meet all.
 */
export function pickEveryNth<Item>(items: readonly Item[], n: number, from = 0): readonly Item[] {
  return isCampaign ? items : items.filter((_, index) => index % n === from % n)
}

/**
 * All items in a campaign; else a few of them that have every trait that any of them has.
 *
 * @param traitsOf - What of an item is to be met at least once.
 */
export function getCover<Item>(
  items: readonly Item[],
  traitsOf: (item: Item) => readonly string[],
): readonly Item[] {
  if (isCampaign) return items
  const left = new Set(items.flatMap(traitsOf))
  const kept = new Set<Item>()
  function newIn(item: Item): number {
    return traitsOf(item).filter((trait) => left.has(trait)).length
  }
  while (left.size > 0) {
    const most = items.reduce((best, item) => (newIn(item) > newIn(best) ? item : best))
    kept.add(most)
    for (const trait of traitsOf(most)) left.delete(trait)
  }
  return items.filter((item) => kept.has(item))
}

/** Hashes a text by FNV-1a, to 32 bits. */
export function getHash(text: string): number {
  let hash = 0x811c9dc5
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return hash
}
