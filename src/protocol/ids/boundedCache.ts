/** Keeps answers that follow from their key alone; see {@link createBoundedCache}. */
export type BoundedCache<Value> = {
  /** The answer for a key: as kept, or made now. What `make` throws is not kept. */
  get: (key: string, make: () => Value) => Value
}

/**
 * Makes a cache whose size has a bound: whoever sends ever new keys pushes others out and takes no more
 * memory.
 *
 * @param maxEntries - The entry that was added first goes when there would be more.
 */
export function createBoundedCache<Value>(maxEntries: number): BoundedCache<Value> {
  const entries = new Map<string, { value: Value }>()
  return {
    get(key, make) {
      const kept = entries.get(key)
      if (kept) return kept.value
      const value = make()
      if (entries.size >= maxEntries) {
        const [oldest] = entries.keys()
        if (oldest !== undefined) entries.delete(oldest)
      }
      entries.set(key, { value })
      return value
    },
  }
}
