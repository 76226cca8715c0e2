/** The part of the browser's storage that is used. */
export type BrowserStorage = Pick<Storage, 'getItem' | 'setItem'>

/** Returns the browser's storage; undefined outside of a browser. */
export function getBrowserStorage(): BrowserStorage | undefined {
  return typeof localStorage === 'undefined' ? undefined : localStorage
}

/** Stores a JSON value for each of the latest quotes under one key of the browser's storage. */
export function createQuoteStorage(
  { key, maxQuotes }: { key: string; maxQuotes: number },
  store: BrowserStorage | undefined = getBrowserStorage(),
) {
  return {
    /** Saves a value under its quote's id; the oldest are dropped. */
    save(quoteId: string, value: unknown): void {
      const others = read().filter(([id]) => id !== quoteId)
      try {
        store?.setItem(key, JSON.stringify([[quoteId, value], ...others].slice(0, maxQuotes)))
      } catch {
        // The store is full or blocked: pages behave as if another browser had signed.
      }
    },
    /** Latest first; values are unchecked JSON. */
    read,
  }

  function read(): [unknown, unknown][] {
    try {
      const json: unknown = JSON.parse(store?.getItem(key) ?? '[]')
      return Array.isArray(json)
        ? json.filter(
            (line): line is [unknown, unknown] => Array.isArray(line) && line.length === 2,
          )
        : []
    } catch {
      // Not written by this app.
      return []
    }
  }
}
