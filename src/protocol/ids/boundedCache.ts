/** A cache of values that depend on their key alone; see {@link createBoundedCache}. */
export type BoundedCache<Value> = {
  /** Returns the cached value of a key or caches the result of `make`; errors are not cached. */
  get: (key: string, make: () => Value) => Value
}

/**
 * Creates a cache of bounded size, so that a client that sends ever new keys cannot exhaust memory.
 *
 * @param maxEntries - When full, the oldest entry is evicted.
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
