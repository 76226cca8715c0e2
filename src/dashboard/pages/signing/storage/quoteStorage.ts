import { localStore } from '#dashboard/browserStores.ts'

/** The part of a store that is used; it never throws. */
export type BrowserStorage = Pick<Storage, 'getItem'> & {
  setItem: (key: string, text: string) => unknown
}

/** Stores a JSON value for each of the latest quotes under one key of the browser's storage. */
export function createQuoteStorage(
  { key, maxQuotes }: { key: string; maxQuotes: number },
  store: BrowserStorage = localStore,
) {
  return {
    /** Saves a value under its quote's id; the oldest are dropped. */
    save(quoteId: string, value: unknown): void {
      const others = read().filter(([id]) => id !== quoteId)
      store.setItem(key, JSON.stringify([[quoteId, value], ...others].slice(0, maxQuotes)))
    },
    /** Latest first; values are unchecked JSON. */
    read,
  }

  function read(): [unknown, unknown][] {
    try {
      const json: unknown = JSON.parse(store.getItem(key) ?? '[]')
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
