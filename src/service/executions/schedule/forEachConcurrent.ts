/**
 * Does something with every item, so many at a time, in their order. One that fails keeps no other
 * from being tried.
 *
 * @throws What the first failing item threw, once all were tried.
 */
export async function forEachConcurrent<Item>(
  items: readonly Item[],
  { lanes, work }: { lanes: number; work: (item: Item) => Promise<void> },
): Promise<void> {
  const left = items.values()
  const failures: unknown[] = []
  async function lane(): Promise<void> {
    // One iterator for all lanes: each takes what comes next.
    for (const item of left) await work(item).catch((error: unknown) => failures.push(error))
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  if (failures.length > 0) throw failures[0]
}
