/** A move of an item from one place of a list to another; both are places before and after it. */
export type Move = { from: number; to: number }

/** Returns a list with one of its items at another place. */
export function moveItem<Item>(items: readonly Item[], { from, to }: Move): readonly Item[] {
  return items.toSpliced(from, 1).toSpliced(to, 0, ...items.slice(from, from + 1))
}
