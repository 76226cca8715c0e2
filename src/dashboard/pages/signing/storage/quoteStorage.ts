/** The part of the browser's storage that is used. */
export type BrowserStorage = Pick<Storage, 'getItem' | 'setItem'>

/** What is kept of the latest quotes under a key of the browser's storage, a JSON value for each. */
export function createQuoteStorage(
  { key, maxQuotes }: { key: string; maxQuotes: number },
  store: BrowserStorage | undefined = typeof localStorage === 'undefined'
    ? undefined
    : localStorage,
) {
  return {
    /** Keeps a value under the id of its quote; the oldest make room. */
    save(quoteId: string, value: unknown): void {
      const others = read().filter(([id]) => id !== quoteId)
      try {
        store?.setItem(key, JSON.stringify([[quoteId, value], ...others].slice(0, maxQuotes)))
      } catch {
        // The store is full or forbidden: it is as if another browser had signed.
      }
    },
    /** Latest first; whoever reads a value has to check it. */
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
      // Somebody else's text.
      return []
    }
  }
}
