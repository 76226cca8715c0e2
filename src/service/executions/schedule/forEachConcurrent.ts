/**
 * Calls `work` for every item in order, `concurrency` at a time. A failing item does not stop the
 * others.
 *
 * @throws The first error, once all items were tried.
 */
export async function forEachConcurrent<Item>(
  items: readonly Item[],
  { concurrency, work }: { concurrency: number; work: (item: Item) => Promise<void> },
): Promise<void> {
  const left = items.values()
  const failures: unknown[] = []
  async function run(): Promise<void> {
    // All runs share one iterator, so each takes the next item.
    for (const item of left) await work(item).catch((error: unknown) => failures.push(error))
  }
  await Promise.all(Array.from({ length: concurrency }, run))
  if (failures.length > 0) throw failures[0]
}
