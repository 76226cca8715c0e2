import type { SignedQuote } from '#protocol/status/receipt.ts'
import { type BrowserStorage, createQuoteStorage } from './quoteStorage.ts'

/** Older executions have receipts without what was signed. */
const storageOptions = { key: 'estuary.signedQuotes', maxQuotes: 40 }

/** Saves a quote with everything that was signed of it, for its receipt. */
export function saveSignedQuote(
  quoteId: string,
  signed: SignedQuote,
  store?: BrowserStorage,
): void {
  createQuoteStorage(storageOptions, store).save(quoteId, signed)
}

/**
 * Returns what was saved of a quote, unchecked; undefined if this browser did not sign it. Its
 * schema is loaded with the page that reads it.
 */
export function readSavedQuote(quoteId: string, store?: BrowserStorage): unknown {
  const [, json] =
    createQuoteStorage(storageOptions, store)
      .read()
      .find(([id]) => id === quoteId) ?? []
  return json
}
