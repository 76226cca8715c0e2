/**
 * Calls `work` for every item in order, `lanes` at a time. A failing item does not stop the others.
 *
 * @throws The first error, once all items were tried.
 */
export async function forEachConcurrent<Item>(
  items: readonly Item[],
  { lanes, work }: { lanes: number; work: (item: Item) => Promise<void> },
): Promise<void> {
  const left = items.values()
  const failures: unknown[] = []
  async function lane(): Promise<void> {
    // All lanes share one iterator, so each takes the next item.
    for (const item of left) await work(item).catch((error: unknown) => failures.push(error))
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  if (failures.length > 0) throw failures[0]
}
